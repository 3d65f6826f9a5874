#!/usr/bin/env python3
"""Drives `codegen lsp` with the client of pygls 2, which checks the types of everything it receives: `client.py CODEGEN`."""
import asyncio, os, pathlib, sys, tempfile

from lsprotocol import types as lsp
from pygls.lsp.client import BaseLanguageClient

SCHEMA = """{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "User", "type": "object",
  "properties": { "name": { "$ref": "#/$defs/short" } },
  "$defs": { "short": { "type": "string", "maxLenght": 3 } }
}
"""


async def main(codegen):
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(os.path.realpath(name))
        (root / "codegen.json").write_text('{"outputs": {"models": "Models"}}')
        file = root / "user.schema.json"
        file.write_text(SCHEMA)
        client = BaseLanguageClient("test", "1")
        published = asyncio.Queue()

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(parameters: lsp.PublishDiagnosticsParams):
            published.put_nowait([diagnostic.code for diagnostic in parameters.diagnostics])

        await client.start_io(codegen, "lsp")
        started = await client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=root.as_uri()))
        assert started.capabilities.hover_provider and started.capabilities.rename_provider
        client.initialized(lsp.InitializedParams())
        document = lsp.TextDocumentIdentifier(uri=file.as_uri())
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(
            lsp.TextDocumentItem(uri=file.as_uri(), language_id="json", version=1, text=SCHEMA)))

        async def expect(*codes):
            assert await asyncio.wait_for(published.get(), 20) == list(codes)

        async def at(request, parameters, **more):
            return await request(parameters(
                text_document=document, position=lsp.Position(line=3, character=50), **more))

        whole = lsp.Range(start=lsp.Position(line=0, character=0), end=lsp.Position(line=6, character=0))
        await expect("misspelled-keyword")
        found = await at(client.text_document_definition_async, lsp.DefinitionParams)
        assert found.range.start == lsp.Position(line=4, character=13), found
        found = await at(client.text_document_references_async, lsp.ReferenceParams,
                         context=lsp.ReferenceContext(include_declaration=True))
        assert len(found) == 2, found
        found = await at(client.text_document_hover_async, lsp.HoverParams)
        assert "string" in found.contents.value, found
        found = await at(client.text_document_completion_async, lsp.CompletionParams)
        assert found.items[0].label == "#/$defs/short", found
        found = await at(client.text_document_rename_async, lsp.RenameParams, new_name="brief")
        assert len(found.changes[file.as_uri()]) == 2, found
        found = await at(client.text_document_prepare_rename_async, lsp.PrepareRenameParams)
        assert found.placeholder == "short", found
        symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert [symbol.name for symbol in symbols] == ["name", "short"], symbols
        assert await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("short"))
        assert await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
        hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole))
        assert [hint.label for hint in hints] == ["User"], hints
        actions = await client.text_document_code_action_async(
            lsp.CodeActionParams(document, whole, lsp.CodeActionContext([])))
        edit = actions[0].edit.changes[file.as_uri()][0]
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(version=2, uri=file.as_uri()),
            [lsp.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)]))
        await expect()
        await client.shutdown_async(None)
        client.exit(None)
        await asyncio.sleep(0.5)
        await client.stop()
    print("all answers are as expected")


asyncio.run(main(os.path.realpath(sys.argv[1])))
