/** Where the cursor goes; it is taken out. */
export const cursorMark = "\u2038";

/** A new `.vscode/mcp.json`: it registers nothing and shows by example what would. */
export const mcpJsonTemplate = `{
  // The tool servers of this folder, by name. VS Code reads this file, and so does Toolwire.
  "servers": {
    ${cursorMark}// "everything": {
    //   "type": "stdio",
    //   "command": "npx",
    //   "args": ["-y", "@modelcontextprotocol/server-everything"]
    // },
    // "search": {
    //   "type": "stdio",
    //   "command": "node",
    //   "args": ["\${workspaceFolder}/search.js"],
    //   "env": { "TOKEN": "\${input:token}" }
    // }
  },
  // Questions that are asked when a server that needs the answer starts: \${input:token} above.
  "inputs": [
    // { "type": "promptString", "id": "token", "description": "API token", "password": true }
  ]
}
`;
