import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shortLanguageRegistry } from "./language-tags.ts";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "sheaf-languages-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const language = (tag: string) =>
  `  <language>\n    <subtag>${tag}</subtag>\n    <description>A language</description>\n  </language>\n`;
/** As many as have two letters, and more; qaa and the like have no name. */
const spoken =
  "aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu fil haw hsb".split(
    " ",
  );
const registry = (tags: string[]) =>
  `<registry>\n${tags.map(language).join("")}  <script>\n    <subtag>Latn</subtag>\n  </script>\n</registry>\n`;
const write = (name: string, text: string) => {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
};

test("languages that nobody has a name for are left out, and nothing else", () => {
  const path = write("full.xml", registry([...spoken, "aaa", "zzj"]));
  const short = shortLanguageRegistry(dir, path);
  expect(short && readFileSync(short, "utf8")).toBe(registry(spoken));
  expect(shortLanguageRegistry(dir, path)).toBe(short);
});

test("another registry gets another copy", () => {
  const one = shortLanguageRegistry(dir, write("one.xml", registry([...spoken, "aaa"])));
  const other = shortLanguageRegistry(dir, write("other.xml", registry([...spoken, "aaa", "aab"])));
  expect(one).not.toBe(other);
});

test("without a registry, or with one of another form, there is no copy", () => {
  expect(shortLanguageRegistry(dir, join(dir, "missing.xml"))).toBeUndefined();
  expect(shortLanguageRegistry(dir, write("changed.xml", "<registry><lang tag='en'/></registry>"))).toBeUndefined();
});
