// Starts `qc lsp` for files of the language. Without the library of VS Code's clients, or without qc, colours remain.
let client;

exports.activate = (context) => {
  const { workspace, window } = require("vscode");
  const command = workspace.getConfiguration("qc").get("path");
  let library;
  try {
    library = require("vscode-languageclient/node");
  } catch {
    window.showWarningMessage("qc: run `npm install` in the extension's folder for messages, types and completion");
    return;
  }
  client = new library.LanguageClient(
    "qc",
    "qc",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "qc" }] }
  );
  return client.start();
};

exports.deactivate = () => client && client.stop();
