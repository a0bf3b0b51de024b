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
  /** For example "@media (max-width: 720px)"; empty for unconditional styles. */
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

/** Returns the classes of a selector in order, without the dot. */
const classesOf = (selector: string): string[] =>
  [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = ""]) => name);

/** Returns the first class of a selector: `file` for `.file.is-bad .btn`. */
const styledBy = ({ selector }: Style): string | undefined => classesOf(selector)[0];

/** Returns the block of a class name: `card` for `card__head` and `card--narrow`. */
const blockOf = (name: string): string => name.split(/__|--/)[0] ?? name;

/** Returns the words in quotes; "tag--" for `tag--${kind}`. */
const wordsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/"[^"\n]*"|`[^`]*`/g)].flatMap(([quoted]) => quoted.split(/[^\w-]+/)));

const texts = new Map([...scripts, "../index.html"].map((file) => [file, read(file)]));
const words = new Set([...texts.values()].flatMap((text) => [...wordsOf(text)]));
const isUsed = (name: string): boolean => words.has(name) || words.has(/^.*--/.exec(name)?.[0] ?? name);

/** Returns the words in quotes in `className` attributes. */
const classesIn = (text: string): Set<string> =>
  wordsOf(
    (text.match(/\bclassName(?:=|: )(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g) ?? [])
      // Text that is only compared with a variable is not a class.
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

test("every styled class is used by an element", () => {
  const all = new Set(styles.flatMap(({ selector }) => classesOf(selector)));
  // Classes of the chart library are defined by the library.
  expect([...all].filter((name) => !name.startsWith("recharts-") && !isUsed(name))).toEqual([]);
});

/** Returns the folder of a file, such as "ui", "components/job" or "pages/admin"; empty for other files. */
const folderOf = (file: string): string => /^(ui|(?:components|shell|pages)\/[^/]+)/.exec(file)?.[0] ?? "";

/** The classes of the elements in each file. */
const given = [...texts].map(([file, text]) => ({ file, folder: folderOf(file), classes: classesIn(text) }));

/** The classes in the stylesheets of each folder. */
const named = Map.groupBy(
  styles.flatMap(({ file, selector }) => classesOf(selector).map((name) => ({ folder: folderOf(file), name }))),
  ({ folder }) => folder,
);

test("a class that only one page or one folder of components uses is not styled in ui/", () => {
  const users = new Map<string, Set<string>>();
  for (const { folder, classes } of given) {
    for (const name of classes) users.set(blockOf(name), (users.get(blockOf(name)) ?? new Set()).add(folder));
  }
  const violations = filesBy(styles, (style) => blockOf(styledBy(style) ?? "")).flatMap(([block, files]) => {
    const [user, ...others] = users.get(block) ?? ["ui"];
    return files.every((file) => file.startsWith("ui/")) && others.length === 0 && user !== "ui"
      ? `${files}: .${block} of ${user}`
      : [];
  });
  expect(violations).toEqual([]);
});

test("the elements of a page are not styled by another page, whose styles it does not load", () => {
  const violations = filesBy(styles, styledBy).flatMap(([name, [file = ""]]) =>
    given.flatMap(({ file: user, folder, classes }) => {
      const isOther = folder.startsWith("pages/") && folder !== folderOf(file) && classes.has(name);
      if (!isOther || !file.startsWith("pages/")) return [];
      return named.get(folder)?.some((own) => own.name === name) ? [] : `${file}: .${name} of ${user}`;
    }),
  );
  expect(violations).toEqual([]);
});

test("every stylesheet is loaded, and one outside ui/theme/ is next to its component", () => {
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
