import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = globSync(["*.md", "{docs,bench,server,engine,web,contracts}/**/*.md"], {
  cwd: root,
  exclude: ["**/node_modules/**", "docs/walks/**", "CHANGELOG.md"],
});
/** Folders that exist in a checkout, so that words such as `and/or` are not taken for paths. */
const folders = ["bench", "contracts", "docs", "engine", "fixtures", "journeys", "papers", "scripts", "server", "web"];
const path = new RegExp(
  `(?<![\\w./-])(?:${folders.join("|")})/[\\w./-]*\\w\\.(?:test\\.)?(?:tsx?|md|css|sql|json|cjs|mjs)\\b`,
  "g",
);

test.each(pages)("%s names only files that exist", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const named = [...text.matchAll(path)].map(([name]) => name);
  const linked = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map(([, target = ""]) =>
    join(dirname(page), decodeURI(target)),
  );
  expect([...named, ...linked].filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
