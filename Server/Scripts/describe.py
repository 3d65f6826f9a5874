#!/usr/bin/env python3
"""Writes the descriptions of the server's interface: OpenAPI for REST, AsyncAPI for the WebSockets.

The schemas come from `codegen`, which writes those of a folder as components; the operations are the table below. With
--check, nothing is written: the exit code is 1 if a description is outdated.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SERVER = pathlib.Path(__file__).resolve().parent.parent
# The version of paths and messages. A change that clients notice is another one.
VERSION = "2.0.0"
PREFIX = "#/components/schemas/"
USER = "/{organization}/{app}/metadata/user"


def codegen(folder, verb, configuration):
    """Runs the tool with a configuration in a folder."""
    command = os.environ.get("CODEGEN")
    command = [command] if command else ["swift", "run", "--package-path", str(SERVER.parent), "codegen"]
    (folder / "codegen.json").write_text(json.dumps(configuration))
    run = subprocess.run([*command, *verb, "--config", str(folder / "codegen.json")], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"describe: codegen {verb[0]}:\n{run.stdout}{run.stderr}")


def components():
    """The schemas of the library and the server by name."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copytree(SERVER.parent / "Schemas", folder / "library")
        shutil.copytree(SERVER / "Schemas", folder / "server")
        configuration = {
            "schemas": {"include": ["library/*/*.schema.json", "server/*.schema.json"]},
            "outputs": {"openapi": "components.json"},
            "documentation": {"title": "Collaboration", "version": VERSION},
        }
        codegen(folder, ["generate", "--quiet"], configuration)
        return json.loads((folder / "components.json").read_text())["components"]["schemas"]


def used(schemas, value):
    """The components that a value refers to, directly or not."""
    names, pending = set(), [value]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += value
        elif isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str) and reference.startswith(PREFIX):
                name = reference[len(PREFIX):].split("/")[0]
                if name not in names:
                    names.add(name)
                    pending.append(schemas[name])
            pending += value.values()
    return {name: schemas[name] for name in sorted(names)}


def reference(name):
    return {"$ref": PREFIX + name}


PROBLEM = {
    "title": "Problem Document",
    "description": "Why a request is refused (RFC 9457).",
    "type": "object",
    "properties": {
        "type": {"description": "The kind of problem.", "type": "string"},
        "title": {"description": "The kind of problem, in words.", "type": "string"},
        "status": {"description": "The status of the response.", "type": "integer"},
        "detail": {"description": "What was expected, and what was found.", "type": "string"},
        "errors": {
            "description": "What is wrong with the body, by location.",
            "type": "array",
            "items": {"type": "object"},
        },
    },
    "required": ["title", "status"],
}


def parameter(name, description):
    return {
        "name": name, "in": "path", "required": True, "description": description + " Percent-encoded.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 128},
    }


def operation(name, summary, success, body=None, media="application/json", scope=None, is_open=False):
    """An operation; `success` is the status with the schema and media type of its response, if it has one."""
    status, schema, response_media = (*success, None, None)[:3]
    response = {"description": summary}
    if schema:
        response["content"] = {response_media or "application/json": {"schema": schema}}
    result = {
        "operationId": name,
        "summary": summary,
        "responses": {
            str(status): response,
            "default": {
                "description": "The request is refused.",
                "content": {"application/problem+json": {"schema": reference("ProblemDocument")}},
            },
        },
    }
    if scope:
        result["description"] = f"The scope of the token must permit `{scope}`."
    if body:
        result["requestBody"] = {"required": True, "content": {media: {"schema": reference(body)}}}
    if is_open:
        result["security"] = []
    return result


def openapi(schemas):
    tenant = [
        parameter("organization", "The organization of the tenant."), parameter("app", "The app of the tenant."),
    ]
    user = tenant + [parameter("user", "The id of the user.")]
    paths = {
        "/health": {
            "get": operation(
                "health", "The server answers.",
                (200, {"type": "object", "properties": {"status": {"const": "ok"}}, "required": ["status"]}),
                is_open=True),
        },
        "/metrics": {
            "get": operation(
                "metrics", "What the server has done, in the text format of Prometheus.",
                (200, {"type": "string"}, "text/plain"), is_open=True),
        },
        USER + "/{user}": {
            "parameters": user,
            "put": operation(
                "writeUser", "Writes attributes of a user: one's own, or with `users:write` those of all.",
                (200, reference("UserInfoResponse")), "UserInfoREST", "application/x-www-form-urlencoded"),
            "get": operation("readUser", "Reads the attributes of a user.", (200, reference("UserInfoResponse"))),
            "delete": operation(
                "deleteUser", "Deletes the attributes of a user: one's own, or with `users:write` those of all.",
                (200, reference("UserInfoDeleteResponse"))),
        },
        USER + "/get": {
            "parameters": tenant,
            "post": operation(
                "fetchUsers", "Reads the attributes of up to 100 users.", (200, reference("UserInfoFetchResponse")),
                "UserInfoFetch"),
        },
        USER.removesuffix("user") + "capacity": {
            "parameters": tenant,
            "get": operation(
                "capacity", "The total size of a tenant's attributes in bytes.",
                (200, reference("UserCapacityResponse"))),
        },
        "/rooms/get": {
            "post": operation(
                "listRooms", "Lists the rooms of which something is kept.", (200, reference("RoomList")),
                "RoomListRequest", scope="rooms:administer"),
        },
        "/rooms/{room}": {
            "parameters": [parameter("room", "The id of the room.")],
            "delete": operation(
                "endRoom", "Ends a room, with all that is kept of it.", (204,), scope="rooms:administer"),
        },
    }
    schemas = {**schemas, "ProblemDocument": PROBLEM}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Collaboration Server",
            "version": VERSION,
            "description": "User attributes of tenants, and the administration of rooms. The WebSockets are described "
            "in asyncapi.json.",
        },
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "servers": [{"url": "http://127.0.0.1:8080"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                    "description": "A JSON Web Token (RFC 7519) with the claims of the schema Token Claims.",
                },
            },
            "schemas": used(schemas, [paths, reference("TokenClaims")]),
        },
    }


def asyncapi(schemas):
    wires = {
        "room": ("/rooms/{room}", "A whiteboard room.", "RoomRequestFrame", "RoomFrame", "rooms:read"),
        "calls": ("/calls", "Calls.", "CallRequestFrame", "CallFrame", "calls:write"),
        "messages": ("/messages", "Messages in channels and to users.", "MessageRequestFrame", "MessageFrame",
                     "channels:read"),
    }
    channels, operations, messages = {}, {}, {}
    for name, (address, summary, request, frame, scope) in wires.items():
        channel = {
            "address": address,
            "summary": summary,
            "description": f"The scope of the token must permit `{scope}`, at least for the id that is used.",
            "messages": {kind: {"$ref": f"#/components/messages/{kind}"} for kind in (request, frame)},
            "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
        }
        if "{" in address:
            channel["parameters"] = {"room": {"description": "The id of the room. Percent-encoded."}}
        channels[name] = channel
        for kind, action, words in ((request, "receive", "What clients send."), (frame, "send", "What clients receive.")):
            messages[kind] = {
                "name": kind,
                "title": schemas[kind]["title"],
                "summary": schemas[kind]["description"].split(". ")[0].rstrip(".") + ".",
                "contentType": "application/json",
                "payload": reference(kind),
            }
            operations[f"{name}.{action}"] = {
                "action": action,
                "summary": words,
                "channel": {"$ref": f"#/channels/{name}"},
                "messages": [{"$ref": f"#/channels/{name}/messages/{kind}"}],
            }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Collaboration Server",
            "version": VERSION,
            "description": "The WebSockets of the server. A text message is one JSON text; there are no subprotocols and "
            "no binary messages. A request whose action violates its schema is answered with `refused`. The close codes "
            "1003 (binary), 1007 (not JSON), 1008 (violates its schema, or too many) and 1009 (too long) mean that a "
            "client must not send the same message again; 1001 and 1013, that it may connect again later.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "local": {
                "host": "127.0.0.1:8080", "protocol": "ws",
                "security": [{"$ref": "#/components/securitySchemes/token"}],
            },
        },
        "channels": channels,
        "operations": operations,
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                    "description": "A JSON Web Token (RFC 7519). Web pages send it as the parameter `access_token`.",
                },
            },
            "messages": messages,
            "schemas": used(schemas, messages),
        },
    }


def lint(name, text):
    """The schemas of a description have no findings."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / name).write_text(text)
        configuration = {"schemas": {"include": [name], "root": PREFIX[:-1]}, "outputs": {"models": "models"}}
        codegen(folder, ["lint", "--strict"], configuration)


def check_references(name, document):
    """Every reference in a description leads somewhere."""
    pending = [document]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += value
        elif isinstance(value, dict):
            target = value.get("$ref")
            if isinstance(target, str):
                found = document
                for token in target.removeprefix("#/").split("/"):
                    token = token.replace("~1", "/").replace("~0", "~")
                    found = found.get(token) if isinstance(found, dict) else None
                if found is None:
                    sys.exit(f"describe: {name}: there is nothing at {target}")
            pending += value.values()


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true", help="write nothing")
    options = options.parse_args()
    schemas = components()
    outdated = []
    for name, document in (("openapi.json", openapi(schemas)), ("asyncapi.json", asyncapi(schemas))):
        check_references(name, document)
        path = SERVER / "Generated" / name
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        lint(name, text)
        if not path.exists() or path.read_text() != text:
            outdated.append(name)
            if not options.check:
                path.write_text(text)
    if options.check and outdated:
        sys.exit(f"describe: {' and '.join(outdated)} outdated; run make derived")


if __name__ == "__main__":
    main()
