"""A table over telnet: `rpg-lite gm --adapter examples/telnet_adapter.py`, then `telnet 127.0.0.1 4000`."""

import asyncio
import os


async def main(gm):
    async def play(reader, writer):
        seat = str(writer.get_extra_info("peername"))
        writer.write(f"{gm.welcome(seat=seat)}\n\n".encode())
        over = False
        while not over and (line := await reader.readline()):
            async for output in gm.process(line.decode(errors="replace").strip(), seat=seat):
                over = over or "over" in output.details
                if output.is_told:
                    writer.write(f"{output.text}\n".encode())
            writer.write(b"\n")
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(play, "127.0.0.1", int(os.environ.get("TELNET_PORT", "4000")))
    print(f"Listening at {server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()
