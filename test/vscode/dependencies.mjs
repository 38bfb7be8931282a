// Runs before `npm start`, `npm test`, `npm run bench` and `npm run package`, so that each works from a fresh clone.
// Plain JavaScript without imports of ours: here there may be nothing but an older Node and npm.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const project = join(import.meta.dirname, "..", "..");
const windows = process.platform === "win32";

/** The packages that a lock file names, or none where there is no such file. */
function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/** True where every package that the lock file asks for is installed in just that version. */
function areInstalled() {
  const installed = lockedPackages(join(project, "node_modules", ".package-lock.json"));
  return Object.entries(lockedPackages(join(project, "package-lock.json"))).every(
    ([path, { version, optional }]) =>
      path === "" || (optional && !installed[path]) || installed[path]?.version === version,
  );
}

/** Runs a command to its end with its output in view. */
function run(command, args, folder) {
  return spawnSync(command, args, { cwd: folder, stdio: "inherit", shell: windows }).status === 0;
}

/** The toolchain's own Node, which npm scripts find before any other. */
function hasNode() {
  return existsSync(join(project, "node_modules", ".bin", windows ? "node.cmd" : "node"));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (!areInstalled()) {
  console.log("› Installing the dependencies (npm ci), about half a minute");
  if (!run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], project)) {
    fail("The dependencies could not be installed: see npm's message above, then run: npm ci");
  }
}

// An npm that runs no install scripts leaves the package `node` without its binary, and so without a link to it.
if (!hasNode()) {
  console.log("› Installing Node 24 for the toolchain");
  run("node", ["installArchSpecificPackage.js"], join(project, "node_modules", "node"));
  run("npm", ["rebuild", "node", "--ignore-scripts", "--loglevel=error"], project);
  if (!hasNode()) {
    fail("Node 24 could not be installed. Run: npm ci --ignore-scripts=false");
  }
}
