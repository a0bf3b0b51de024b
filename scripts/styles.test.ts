import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postcss, { type AtRule, type Rule } from "postcss";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../web/src");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const sheets = globSync("**/*.css", { cwd: root }).sort();
const scripts = globSync("**/*.{ts,tsx}", { cwd: root }).filter((file) => !/\.test\.|^testing\//.test(file));

interface Style {
  file: string;
  /** "@media (max-width: 720px)"; empty for what holds always. */
  condition: string;
  selector: string;
  properties: string[];
}

const styles: Style[] = sheets.flatMap((file) => {
  const found: Style[] = [];
  postcss.parse(read(file), { from: file }).walkRules((rule) => {
    const condition = conditionOf(rule);
    if (condition.startsWith("@keyframes")) return;
    const properties = rule.nodes.flatMap((node) => (node.type === "decl" ? node.prop : []));
    for (const selector of rule.selectors) found.push({ file, condition, selector, properties });
  });
  return found;
});

function conditionOf(rule: Rule): string {
  const around = rule.parent;
  return around?.type === "atrule" ? `@${(around as AtRule).name} ${(around as AtRule).params}` : "";
}

/** Without the dot, in the order in which the selector names them. */
const classesOf = (selector: string): string[] =>
  [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = ""]) => name);

/** The class that a selector styles, or within which it styles something: `file` of `.file.is-bad .btn`. */
const styledBy = ({ selector }: Style): string | undefined => classesOf(selector)[0];

/** `card` of `card__head` and `card--narrow`. */
const blockOf = (name: string): string => name.split(/__|--/)[0] ?? name;

/** What stands between quotes, word for word; "tag--" of `tag--${kind}`. */
const wordsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/"[^"\n]*"|`[^`]*`/g)].flatMap(([quoted]) => quoted.split(/[^\w-]+/)));

const texts = new Map([...scripts, "../index.html"].map((file) => [file, read(file)]));
const words = new Set([...texts.values()].flatMap((text) => [...wordsOf(text)]));
const isSaid = (name: string): boolean => words.has(name) || words.has(/^.*--/.exec(name)?.[0] ?? name);

/** What stands between quotes in a `className`. */
const classesIn = (text: string): Set<string> =>
  wordsOf(
    (text.match(/\bclassName(?:=|: )(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g) ?? [])
      // A class that a variable or a comparison names is none.
      .map((value) => value.replace(/ === "[^"]*"/g, ""))
      .join("\n"),
  );

function filesBy(all: Style[], keyOf: (style: Style) => string | undefined): [string, string[]][] {
  const files = new Map<string, Set<string>>();
  for (const style of all) {
    const key = keyOf(style);
    if (key) files.set(key, (files.get(key) ?? new Set()).add(style.file));
  }
  return [...files].map(([key, where]) => [key, [...where]]);
}

test("each class is styled in one file", () => {
  expect(filesBy(styles, styledBy).filter(([, files]) => files.length > 1)).toEqual([]);
});

test("elements are styled in ui/theme/ alone", () => {
  expect(styles.filter((style) => !styledBy(style) && !style.file.startsWith("ui/theme/"))).toEqual([]);
});

test("no property of a selector is set twice", () => {
  const seen = new Set<string>();
  const twice = styles.flatMap(({ condition, selector, properties, file }) =>
    properties.flatMap((property) => {
      const key = `${condition} ${selector} { ${property} }`;
      if (seen.has(key)) return `${file}: ${key}`;
      seen.add(key);
      return [];
    }),
  );
  expect(twice).toEqual([]);
});

test("every class that is styled is one that an element has", () => {
  const named = filesBy(
    styles.flatMap((style) => classesOf(style.selector).map((name) => ({ ...style, selector: name }))),
    ({ selector }) => selector,
  );
  // Those of the library that draws the charts are its own.
  const strays = named.filter(([name]) => !name.startsWith("recharts-") && !isSaid(name));
  expect(strays).toEqual([]);
});

/** Folders whose elements have a class of the block: "ui", "components/job", "pages/admin". */
const usersOf = new Map<string, Set<string>>();
for (const [file, text] of texts) {
  for (const word of classesIn(text))
    usersOf.set(blockOf(word), (usersOf.get(blockOf(word)) ?? new Set()).add(folderOf(file)));
}
function folderOf(file: string): string {
  return /^(ui|(?:components|shell|pages)\/[^/]+)/.exec(file)?.[0] ?? "";
}
/** The classes that the stylesheets of a folder name. */
const namedIn = (folder: string): Set<string> =>
  new Set(styles.filter(({ file }) => folderOf(file) === folder).flatMap(({ selector }) => classesOf(selector)));
const blocks = filesBy(styles, (style) => blockOf(styledBy(style) ?? ""));

test("what only one page, or one folder of components, has is not styled in ui/", () => {
  const strays = blocks.flatMap(([block, files]) => {
    const users = [...(usersOf.get(block) ?? [])];
    return files.every((file) => file.startsWith("ui/")) && users.length === 1 && users[0] !== "ui"
      ? `${files}: .${block} of ${users}`
      : [];
  });
  expect(strays).toEqual([]);
});

test("a page's elements are styled by no other page, whose styles it does not load", () => {
  const strays = styles.flatMap((style) => {
    const name = styledBy(style) ?? "";
    const home = folderOf(style.file);
    if (!home.startsWith("pages/")) return [];
    const others = [...texts].filter(([file, text]) => {
      const folder = folderOf(file);
      return folder !== home && folder.startsWith("pages/") && classesIn(text).has(name) && !namedIn(folder).has(name);
    });
    return others.length > 0 ? `${style.file}: .${name} of ${others.map(([file]) => file)}` : [];
  });
  expect([...new Set(strays)]).toEqual([]);
});

test("a stylesheet is loaded, and one outside ui/theme/ stands beside a component", () => {
  const listed = [...read("styles.css").matchAll(/@import "\.\/([^"]+)"/g)].map(([, file = ""]) => file);
  const imported = scripts.flatMap((file) =>
    [...read(file).matchAll(/^import "(\.[^"]+\.css)"/gm)].map(([, path = ""]) => join(file, "..", path)),
  );
  expect(sheets.filter((file) => ![...listed, ...imported].includes(file))).toEqual([]);
  expect(listed.filter((file) => imported.includes(file))).toEqual([]);
  const alone = sheets.filter(
    (file) =>
      file.startsWith("ui/") && !file.startsWith("ui/theme/") && !existsSync(join(root, file.replace(".css", ".tsx"))),
  );
  expect(alone).toEqual([]);
});
