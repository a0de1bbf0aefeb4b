"""OpenTelemetry traces when the environment asks for them (OTEL_*): FastMCP's spans, sent according to the SDK's own settings. Apart
because nothing else imports the SDK.

Without such a variable, nothing imports the SDK; FastMCP's spans then cost nothing and are not sent.
"""

import logging
import os
import sys
from importlib.metadata import version
from typing import Final

from rpg_lite.install_hint import how_to_add

ASKED_BY: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER")
_log: Final = logging.getLogger("rpg_lite")


def set_up() -> None:
    """Set up traces; if the SDK is missing or the exporter is not supported, log a warning instead."""
    exporter = os.environ.get("OTEL_TRACES_EXPORTER", "otlp").lower()
    if (
        not any(os.environ.get(name) for name in ASKED_BY)
        or exporter == "none"
        or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true"
    ):
        return
    try:
        from opentelemetry import trace
        from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter
    except ModuleNotFoundError:
        _log.warning("OTEL_* asks for traces, but the SDK is not installed: %s", how_to_add("otel"))
        return
    to: SpanExporter
    if exporter == "otlp":
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        to = OTLPSpanExporter()
    elif exporter == "console":
        to = ConsoleSpanExporter(out=sys.stderr)  # standard output belongs to the protocol
    else:
        _log.warning("OTEL_TRACES_EXPORTER is %r; it may be otlp, console or none. There are no traces.", exporter)
        return
    named = Resource.create({SERVICE_NAME: os.environ.get("OTEL_SERVICE_NAME", "rpg-lite"), SERVICE_VERSION: version("rpg-lite")})
    provider = TracerProvider(resource=named)
    provider.add_span_processor(BatchSpanProcessor(to))
    trace.set_tracer_provider(provider)
