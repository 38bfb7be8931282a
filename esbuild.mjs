// Bundles the product into dist/, or where `--outdir=` says. `--production` minifies and leaves out source maps,
// `--watch` rebuilds on each change.
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { build, context, transform } from "esbuild";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const outdir = process.argv.find((arg) => arg.startsWith("--outdir="))?.slice("--outdir=".length) ?? "dist";

const common = {
  bundle: true,
  logLevel: "warning",
  minify: production,
  outdir,
  sourcemap: !production,
};

/** Node 22 is what the oldest supported VS Code brings. */
const node = {
  ...common,
  external: ["vscode"],
  // Some packages have a UMD build as `main` whose requires a bundler cannot see.
  mainFields: ["module", "main"],
  outExtension: { ".js": ".cjs" },
  platform: "node",
  target: "node22",
};

/** The processes that the extension starts, each in one file. */
const processes = {
  ...node,
  entryPoints: { guard: "src/servers/guard/main.ts", demo: "src/demo/main.ts" },
  format: "cjs",
};

/**
 * VS Code reads the whole of `extension.cjs` when it starts, so what is imported on demand is in files of its own.
 * esbuild splits ECMAScript modules only; the extension host loads CommonJS.
 */
const extension = {
  ...node,
  entryPoints: { extension: "src/extension.ts" },
  chunkNames: "parts/[name]-[hash]",
  format: "esm",
  plugins: [{ name: "CommonJS", setup: (bundling) => bundling.onEnd(writeAsCommonJs) }],
  sourcemap: production ? false : "inline",
  splitting: true,
  write: false,
};

async function writeAsCommonJs({ outputFiles = [] }) {
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: "cjs",
      minify: production,
      platform: "node",
      sourcemap: production ? false : "inline",
      supported: { "dynamic-import": false },
      target: node.target,
    });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
}

const browser = {
  ...common,
  entryPoints: { webview: "src/webview/main.ts" },
  format: "iife",
  platform: "browser",
  target: "es2023",
};

const bundles = [extension, processes, browser];

await mkdir(outdir, { recursive: true });
// Otherwise the parts of earlier builds stay: a window that was opened before may still want to load them.
if (production) await rm(`${outdir}/parts`, { recursive: true, force: true });
for (const file of ["codicon.css", "codicon.ttf"]) {
  await copyFile(`node_modules/@vscode/codicons/dist/${file}`, `${outdir}/${file}`);
}
if (watch) {
  for (const bundle of bundles) await (await context(bundle)).watch();
} else {
  await Promise.all(bundles.map(build));
}
