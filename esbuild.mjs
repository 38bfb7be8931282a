// Bundles the product into dist/, or where `--outdir=` says. `--production` minifies and leaves out source maps,
// `--watch` rebuilds on each change.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build, context, transform } from "esbuild";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const outdir = process.argv.find((arg) => arg.startsWith("--outdir="))?.slice("--outdir=".length) ?? "dist";

const common = {
  bundle: true,
  logLevel: "warning",
  metafile: true,
  minify: production,
  outdir,
  sourcemap: !production,
};

/** Node 22 is what the oldest supported VS Code brings. */
const node = {
  ...common,
  // Its build for browsers: the other can also read files, which nobody asks it to.
  alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
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

/** The licences of all packages that something of is in the bundles: theirs to be passed on with them. */
async function writeNotices(results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(["node_modules/@vscode/codicons"]);
  for (const input of inputs) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  const notices = await Promise.all([...folders].sort().map(notice));
  await writeFile(`${outdir}/THIRD-PARTY-NOTICES.txt`, `Toolwire contains:\n\n${notices.join("\n")}`);
}

async function notice(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  if (texts.length === 0) {
    if (license !== "MIT") throw new Error(`${folder} has no text of its licence.`);
    texts.push(mit(author?.name ?? author));
  }
  return [`${"=".repeat(80)}\n${name} ${version} (${license})\n${"=".repeat(80)}\n`, ...texts].join("\n");
}

/** For packages that name this licence and leave its text out. */
function mit(holder) {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
}

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
  await writeNotices(await Promise.all(bundles.map(build)));
}
