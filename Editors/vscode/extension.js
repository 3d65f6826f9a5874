// Starts `codegen lsp` for JSON and YAML. Not run by its authors.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const command = vscode.workspace.getConfiguration("schemata").get("path", "codegen");
  client = new LanguageClient(
    "schemata",
    "Schemata",
    { command, args: ["lsp"] },
    {
      documentSelector: ["json", "jsonc", "yaml"].map((language) => ({ scheme: "file", language })),
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{json,yaml,yml}") },
    });
  await client.start();
};

exports.deactivate = () => client?.stop();
