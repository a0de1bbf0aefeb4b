"""A small host of MCP Apps as a script for a browser: it takes the App and the results of its calls, by
the name of the tool or the creature whose sheet is asked for, and keeps the methods it heard in `heard` and the calls in `called`."""

HOST = """
const [html, results] = arguments;
window.heard = [];
window.called = [];
const frame = document.createElement("iframe");
frame.sandbox = "allow-scripts";
frame.srcdoc = html;
frame.style = "width:800px;height:700px;border:0;display:block";
window.tell = (message) => frame.contentWindow.postMessage({jsonrpc: "2.0", ...message}, "*");
addEventListener("message", ({data}) => {
  heard.push(data.method);
  if (data.method === "ui/initialize") tell({id: data.id, result: {protocolVersion: "2026-01-26", hostInfo: {name: "host", version: "1"}, hostCapabilities: {serverTools: {}}, hostContext: {theme: "dark"}}});
  if (data.method === "tools/call") {
    called.push(data.params);
    tell({id: data.id, result: results[data.params.name] || results[data.params.arguments.characterId || ""]});
  }
});
document.body.append(frame);
"""
