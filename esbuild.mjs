// Bundles the product into dist/. `--production` minifies and leaves out source maps, `--watch` rebuilds on each change.
import { copyFile, mkdir } from "node:fs/promises";
import { build, context } from "esbuild";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");

const common = {
  bundle: true,
  logLevel: "warning",
  minify: production,
  outdir: "dist",
  sourcemap: !production,
};

/** The extension and the processes it starts: Node 22 is what the oldest supported VS Code brings. */
const node = {
  ...common,
  entryPoints: {
    extension: "src/extension.ts",
    guard: "src/servers/guard/main.ts",
    demo: "src/demo/main.ts",
  },
  external: ["vscode"],
  format: "cjs",
  // Some packages have a UMD build as `main` whose requires a bundler cannot see.
  mainFields: ["module", "main"],
  outExtension: { ".js": ".cjs" },
  platform: "node",
  target: "node22",
};

const browser = {
  ...common,
  entryPoints: { webview: "src/webview/main.ts" },
  format: "iife",
  platform: "browser",
  target: "es2023",
};

const bundles = [node, browser];

await mkdir("dist", { recursive: true });
for (const file of ["codicon.css", "codicon.ttf"]) {
  await copyFile(`node_modules/@vscode/codicons/dist/${file}`, `dist/${file}`);
}
if (watch) {
  for (const bundle of bundles) await (await context(bundle)).watch();
} else {
  await Promise.all(bundles.map(build));
}
