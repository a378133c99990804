"""Pages for people: the workbench at /, and the API's description at /docs, without any outside asset."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse
from fastapi.staticfiles import StaticFiles

from service.problems import TITLES

WEB = Path(__file__).resolve().parent.parent / "web"
"""The workbench page's files."""
HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;
background:#fff}}pre{{background:#f4f4f4;padding:.6rem;overflow:auto}}code{{font-size:.9em}}
table{{border-collapse:collapse}}td,th{{border:1px solid #bbb;padding:.2rem .6rem;text-align:left}}
@media(prefers-color-scheme:dark){{body{{background:#181818;color:#ddd}}pre{{background:#252525}}
a{{color:#8bf}}}}</style>"""


def add_pages(app: FastAPI) -> None:
    """The pages; the workbench's files each at an address of their own.

    Mounted as a whole at / they would answer for every address, and a wrong method be taken for a wrong one.
    """

    async def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(app.openapi()))

    app.add_api_route("/docs", docs, include_in_schema=False)
    if (WEB / "index.html").exists():
        for entry in sorted(WEB.iterdir()):
            if entry.is_dir():
                app.mount(f"/{entry.name}", StaticFiles(directory=entry), name=entry.name)
            else:
                _add_file(app, "/" if entry.name == "index.html" else f"/{entry.name}", entry)
    else:

        async def index() -> HTMLResponse:
            link = '<a href="/docs">The calls</a>, <a href="/openapi.json">as OpenAPI</a>'
            return HTMLResponse(HEAD.format(title="Rungwise") + f"<h1>Rungwise</h1><p>{link}")

        app.add_api_route("/", index, include_in_schema=False)


def _add_file(app: FastAPI, address: str, path: Path) -> None:
    async def send() -> FileResponse:
        return FileResponse(path)

    app.add_api_route(address, send, methods=["GET", "HEAD"], include_in_schema=False)


def docs_page(description: dict[str, Any]) -> str:
    """Every call with its parameters, an example and what may come back; every problem."""
    parts = [HEAD.format(title="Rungwise: the calls"), f"<h1>Rungwise {description['info']['version']}</h1>"]
    parts.append('<p>The same as data: <a href="/openapi.json">openapi.json</a>.')
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            parts.append(_operation(path, method, operation))
    rows = "".join(
        f'<tr id="{slug}"><td>{status}<td><code>{slug}</code><td>{escape(title)}'
        for slug, (status, title) in TITLES.items()
    )
    parts.append(f"<h2>Problems</h2><table><tr><th>status<th>type<th>what{rows}</table>")
    return "\n".join(parts)


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    title = f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(operation['summary'])}."
    rows = "".join(
        f"<tr><td><code>{escape(each['name'])}</code><td>{escape(each.get('description', ''))}"
        for each in operation.get("parameters", [])
    )
    title += f"<table>{rows}</table>" if rows else ""
    for media_type, body in operation.get("requestBody", {}).get("content", {}).items():
        examples = body.get("examples", {"": {"value": body.get("example", "")}})
        name, example = next(iter(examples.items()))
        value = example["value"]
        shown = value if isinstance(value, str) else json.dumps(value)
        title += f"<p><code>{media_type}</code> {escape(name)}<pre>{escape(shown)}</pre>"
        fields = body["schema"].get("properties", {})
        told = "".join(
            f"<tr><td><code>{escape(field)}</code><td>{escape(about.get('description', ''))}"
            for field, about in fields.items()
        )
        title += f"<table>{told}</table>" if told else ""
    answers = "; ".join(
        f"{status} {escape(about['description'])}" for status, about in operation["responses"].items()
    )
    return f"{title}<p>{answers}"
