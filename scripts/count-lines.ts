import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeLines, isProduct } from "./code-lines.ts";

/*
 * `node scripts/count-lines.ts [COMMIT…]`: counts lines of product code by folder for each commit; for HEAD when none
 * is given. All files are first formatted with this checkout's biome.json, so that different line breaks do not count.
 * Literals that are spread into a surrounding literal, which prevents the formatter from giving each entry its own
 * line, are inlined before that.
 */

const root = join(import.meta.dirname, "..");
const most = 1 << 28;
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, maxBuffer: most });

/** Matches `...{ a, b }` and `...["a", "b"]` as entries of a literal, but not in JSX, where a brace precedes them. */
const spreadLiteral = /(?<!\{)\.\.\.(?:\{ (?<entries>[^{}]*) \}|\[(?<entries>[^[\]]*)\])(?=\s*[,)\]}])/g;

/**
 * Counts the product code of a commit by folder.
 * @param folder an empty folder for the files
 */
function countLines(commit: string, folder: string): Map<string, number> {
  const paths = git("ls-tree", "-r", "--name-only", "-z", commit).toString().split("\0").filter(isProduct);
  execFileSync("tar", ["-x", "-C", folder], { input: git("archive", commit, "--", ...paths) });
  const { formatter, javascript } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  for (const path of paths) {
    const file = join(folder, path);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(spreadLiteral, "$<entries>"));
  }
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ root: true, formatter, javascript }));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  execFileSync(process.execPath, [biome, "format", "--write", "."], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });

  const lines = new Map<string, number>();
  for (const path of paths) {
    const [top = ""] = path.split("/");
    lines.set(top, (lines.get(top) ?? 0) + codeLines(path, readFileSync(join(folder, path), "utf8")));
  }
  return lines;
}

const commits = process.argv.length > 2 ? process.argv.slice(2) : ["HEAD"];
for (const commit of commits) {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-lines-"));
  try {
    const lines = countLines(commit, folder);
    console.log(git("log", "-1", "--format=%h %s", commit).toString().trim());
    for (const [top, count] of [...lines].sort()) console.log(`  ${top.padEnd(12)}${String(count).padStart(8)}`);
    const sum = [...lines.values()].reduce((all, count) => all + count, 0);
    console.log(`  ${"all".padEnd(12)}${String(sum).padStart(8)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
