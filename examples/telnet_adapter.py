"""A table over telnet: `rpg-lite gm --adapter examples/telnet_adapter.py`, then `telnet 127.0.0.1 4000`.

There are no tokens. Each seat plays the heroes that it makes or takes with as NAME, until it leaves, and sees what the others do, as players
see it. With a model, the model is the game master; without one, it is whoever has sat there longest.
"""

import asyncio
import os
import re

LONGEST = 8192
"""The bytes of a line; a longer one is thrown away."""
TELNET = re.compile(rb"\xff(?:[\xfb-\xfe].|\xfa.*?\xff\xf0|[\xf0-\xf9\xff])", re.DOTALL)
"""What clients negotiate among the bytes of a line (RFC 854)."""
KEYS = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O?.)?")
"""Arrows and other keys that write no letter."""
ERASED = re.compile(r"[^\b\x7f][\b\x7f]")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


async def lines(reader):
    """Yield each line that was ended, None for one that is too long. What a client leaves unfinished is no line."""
    read, is_too_long = b"", False
    while chunk := await reader.read(4096):
        read = TELNET.sub(b"", read + chunk)
        *ended, read = re.split(rb"\r?\n|\r\x00", read)
        for line in ended:
            yield None if is_too_long or len(line) > LONGEST else typed(line)
            is_too_long = False
        if len(read) > LONGEST:
            read, is_too_long = b"", True


def typed(line):
    """The text of a line after its backspaces, without keys that write nothing."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode("latin-1")  # older clients
    text, was = KEYS.sub("", text), ""
    while text != was:
        was, text = text, ERASED.sub("", text)
    return CONTROL.sub("", text).strip()


MASTER = "You do the game master's work at this table, because no model does: help game master lists the verbs."


async def main(gm):
    writers = {}

    def appoint():
        """Without a model, whoever has sat here longest is the game master."""
        if gm.capabilities()["model"] is None and gm.masters != (first := list(writers)[:1]):
            gm.masters = first
            for seat in first:
                writers[seat].write(f"{MASTER}\n\n".encode())

    async def play(reader, writer):
        seat = str(writer.get_extra_info("peername"))

        async def overhear(text):
            if not writer.is_closing():
                writer.write(f"{text}\n\n".encode())

        gm.hears[seat] = overhear
        writers[seat] = writer
        try:
            writer.write(f"{gm.welcome(seat=seat)}\n\n".encode())
            appoint()
            async for line in lines(reader):
                over = False
                if line is None:
                    writer.write(f"That line has more than {LONGEST} bytes; nothing was done.\n".encode())
                async for output in gm.process(line or "", seat=seat):
                    over = over or "over" in output.details
                    if output.is_told:
                        writer.write(f"{output.text}\n".encode())
                writer.write(b"\n")
                await writer.drain()
                if over:
                    break
        except OSError:
            pass  # the client is gone; what it did stays
        finally:
            del writers[seat]
            gm.leave(seat)
            appoint()
            writer.close()

    server = await asyncio.start_server(play, "127.0.0.1", int(os.environ.get("TELNET_PORT", "4000")))
    print(f"Listening at {server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()
