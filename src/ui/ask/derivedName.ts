/** Programs that run another: what they run gives the name. */
const runners = new Set(
  (
    "npx bunx pnpx uvx pipx node nodejs bun deno tsx ts-node python python2 python3 py pypy3 ruby perl php java " +
    "dotnet go cargo uv poetry pipenv hatch rye pdm npm pnpm yarn docker podman sh bash zsh cmd env sudo"
  ).split(" "),
);

/** Words of those programs that say how they run it. */
const verbs = new Set("run exec dlx x tool -m --module start /c".split(" "));

/** Options of those programs that take a value of their own, which is no name. */
const valued = new Set(
  (
    "-e --env -v --volume --mount --network --name -p --publish --directory --project --python --with --from -C -r " +
    "--require --import --env-file --user -u:gid -w --workdir --package --cwd --prefix --index-url"
  ).split(" "),
);

/** File names that say nothing; the folder's name does. */
const dull = new Set("index main server app start mod cli __main__ run".split(" "));
const dullFolders = new Set("src dist build out lib bin target release debug . ..".split(" "));

/**
 * A short name for what a command line runs: `npx -y @scope/server-everything` is "everything", `python3 calc.py` is
 * "calc". With a number where the name is taken.
 */
export function deriveName(command: string, args: readonly string[], taken: ReadonlySet<string>): string {
  const name = shorten(nameOf(command, args)) || "server";
  if (!taken.has(name)) {
    return name;
  }
  for (let number = 2; ; number++) {
    if (!taken.has(`${name}-${number}`)) {
      return `${name}-${number}`;
    }
  }
}

function nameOf(command: string, args: readonly string[]): string {
  const program = baseName(command);
  if (!runners.has(program.toLowerCase())) {
    return pathName(command);
  }
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (valued.has(arg)) {
      index++;
    } else if (!verbs.has(arg) && !arg.startsWith("-") && !/^\w+=/.test(arg) && arg !== "") {
      return runners.has(baseName(arg).toLowerCase())
        ? nameOf(arg, args.slice(index + 1))
        : thingName(arg, program);
    }
  }
  return program;
}

/** What is run: a package, an image, a module or a file. */
function thingName(thing: string, program: string): string {
  if (/^(python|py)/i.test(program) && !/[\\/]|\.pyw?$/i.test(thing)) {
    return thing.split(".").findLast((part) => !dull.has(part)) ?? thing;
  }
  const unversioned = thing.replace(/(?<=.)(@|==|:)[^/\\@]*$/, "");
  return pathName(unversioned);
}

/** The last part of a path that says something. */
function pathName(path: string): string {
  const parts = path.split(/[\\/]+/).filter((part) => part !== "" && !part.startsWith("${"));
  const last = withoutExtension(parts.pop() ?? "");
  if (!dull.has(last.toLowerCase())) {
    return last;
  }
  return parts.findLast((part) => !dullFolders.has(part.toLowerCase()) && !/^[A-Za-z]:$/.test(part)) ?? last;
}

function baseName(path: string): string {
  return withoutExtension(path.split(/[\\/]/).pop() ?? "");
}

function withoutExtension(file: string): string {
  return file.replace(/\.(exe|cmd|bat|ps1|com|[cm]?[jt]sx?|pyw?|sh|rb|pl|php|jar|dll|csproj)$/i, "");
}

/** Without the words that every server's package has in its name. */
function shorten(name: string): string {
  const tidy = name.replace(/^@/, "").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const short = tidy
    .replace(/^(mcp-server-|server-mcp-|mcp-|server-)/i, "")
    .replace(/(-mcp-server|-server-mcp|-mcp|-server)$/i, "");
  return (short === "" || dull.has(short.toLowerCase()) ? tidy : short).replace(/^[-.]+|[-.]+$/g, "");
}
