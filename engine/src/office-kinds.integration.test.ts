import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keynote, numbers, pages, unreadablePages } from "../../fixtures/apple-files.ts";
import { encryptedPackage } from "../../fixtures/encrypted.ts";
import { fixturePath } from "../../fixtures/files.ts";
import { fodp, fods, fodt } from "../../fixtures/flat-documents.ts";
import { docx, pptx, xlsx } from "../../fixtures/office-files.ts";
import { wpd } from "../../fixtures/word-perfect.ts";
import { xlsb } from "../../fixtures/xlsb.ts";
import { drawnPart } from "./testing/drawn-part.ts";
import { textOf } from "./testing/pdf-words.ts";
import { sharedEngine } from "./testing/shared-engine.ts";
import { withParts } from "./testing/with-parts.ts";

const { engine, dir } = await sharedEngine({ children: 1 });

async function convert(name: string, content: Buffer | string, password?: string) {
  const path = join(dir, name);
  await writeFile(path, content);
  const outPath = join(dir, `${name}.pdf`);
  const input = { path, name, ...(password !== undefined && { password }) };
  const result = await engine.convertFile(input, outPath, { practiceId: "anna" });
  const isConverted = result.outcome === "converted";
  return { result, outPath, text: isConverted ? await textOf(outPath) : "" };
}

/** Makes a document a template or a slide show, which only the type of its main part says. */
const retyped = async (container: Promise<Buffer>, from: string, to: string) =>
  withParts(await container, { "[Content_Types].xml": (xml) => xml.replace(`${from}.main+xml`, `${to}.main+xml`) });

const sheet = (word: string) => xlsx([{ name: "Sheet1", rows: [[word, 1]] }]);
const formula = Buffer.from([0x1e, 2, 0]);

/** By file name: its content, and words of it that are printed. */
const kinds: Record<string, [content: () => Promise<Buffer | string> | Buffer | string, words: string[]]> = {
  "letter.dotx": [() => retyped(docx(["Agrimony"]), "document", "template"), ["Agrimony"]],
  "ledger.xltx": [() => retyped(sheet("Betony"), "sheet", "template"), ["Betony"]],
  "slides.potx": [() => retyped(pptx(["Chicory", []]), "presentation", "template"), ["Chicory"]],
  "slides.ppsx": [() => retyped(pptx(["Dogwood", []]), "presentation", "slideshow"), ["Dogwood"]],
  "letter.dot": [() => readFile(fixturePath("letter.doc")), ["Juniper"]],
  "ledger.xlt": [() => readFile(fixturePath("accounts.xls")), ["Damson"]],
  "slides.pps": [() => readFile(fixturePath("slides.ppt")), ["Rowan"]],
  "notes.fodt": [
    async () => fodt("Elecampane", await readFile(fixturePath("scan.png")), "Fennel"),
    ["Elecampane", "Fennel"],
  ],
  "costs.fods": [() => fods("Galangal", "Nettle"), ["Galangal"]],
  "slides.fodp": [() => fodp("Horehound"), ["Horehound"]],
  "book.xlsb": [
    () => {
      const results = [
        { formula, result: "Jasmine" },
        { formula, result: 42.25 },
      ];
      const costs = { name: "Costs", rows: [["Isatis", 12.5], results] };
      return xlsb({ sheets: [costs, { name: "Workings", hidden: true, rows: [["Nettle"]] }] });
    },
    ["Isatis 12.5", "Jasmine 42.25"],
  ],
  "letter.pages": [() => pages(["Knapweed", "Fees 120.00"]), ["Knapweed", "Fees 120.00"]],
  "costs.numbers": [() => numbers([["Lovage", "4.20"]]), ["Lovage"]],
  "slides.key": [() => keynote([["Marjoram", "A"]]), ["Marjoram"]],
  "letter.wpd": [() => wpd(["Nigella Ltd", "Invoice 42"]), ["Nigella Ltd", "Invoice 42"]],
};

test("each rare kind of office file prints its words, under its own name and under another", async () => {
  for (const [name, [content, words]] of Object.entries(kinds)) {
    const bytes = await content();
    const isText = typeof bytes === "string";
    for (const as of isText ? [name] : [name, `renamed ${name}.docx`]) {
      const { result, text } = await convert(as, bytes);
      expect(result, as).toMatchObject({ outcome: "converted" });
      expect(
        words.filter((word) => !text.includes(word)),
        `${as}: ${text}`,
      ).toEqual([]);
      expect(text, as).not.toMatch(/Nettle|Err:/);
    }
  }
}, 180_000);

test("what LibreOffice leaves out or lays out otherwise is said, and a picture in a flat document is drawn", async () => {
  const codes = async (name: string) => {
    const { result } = await convert(name, await (kinds[name]?.[0]() ?? ""));
    return result.outcome === "converted" ? result.warnings.map(({ code }) => code) : result;
  };
  expect(await codes("costs.fods")).toEqual(["hidden-sheets-left-out"]);
  expect(await codes("book.xlsb")).toEqual(["hidden-sheets-left-out"]);
  expect(await codes("letter.pages")).toContain("layout-simplified");
  expect(await codes("notes.fodt")).toEqual([]);
  expect(await drawnPart(join(dir, "notes.fodt.pdf"))).toBeGreaterThan(0.005);
});

test("an Apple document that cannot be read prints its own PDF, and is refused where it holds only a picture", async () => {
  const whole = await convert("new.pages", await unreadablePages(await readFile(fixturePath("statement.pdf"))));
  expect(whole.result).toMatchObject({ outcome: "converted", pages: 2 });
  expect(whole.text).toContain("Hawthorn");
  const picture = await convert("picture.pages", await unreadablePages(undefined));
  expect(picture.result).toMatchObject({
    reason: "unsupported",
    text: "picture.pages is an Apple document that cannot be read here. Export it as PDF and replace it.",
  });
});

test("passwords open the new kinds too, and one that cannot be given is said", async () => {
  const locked = encryptedPackage(await xlsb({ sheets: [{ name: "Costs", rows: [["Orache"]] }] }), "orchard");
  expect((await convert("locked.xlsb", locked)).result).toMatchObject({ reason: "password" });
  const opened = await convert("locked.xlsb", locked, "orchard");
  expect(opened.result).toMatchObject({ outcome: "converted", warnings: [{ code: "password-used" }] });
  expect(opened.text).toContain("Orache");
  expect((await convert("locked.wpd", wpd(["Oleander"], 0x1234))).result).toMatchObject({
    reason: "password",
    text: "locked.wpd is password-protected. Save it without its password and replace it.",
  });
});

test("a flat document under the name of another kind is refused with advice", async () => {
  const { result } = await convert("flat.doc", fodp("Parsley"));
  expect(result).toMatchObject({ reason: "unsupported", text: expect.stringContaining("Save it as ODT or PDF") });
});
