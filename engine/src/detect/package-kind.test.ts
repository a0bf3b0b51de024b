import { describe, expect, test } from "vitest";
import { zipBytes } from "../sheet/zip-writer.ts";
import { openArchive } from "./archive.ts";
import { packageKind } from "./package.ts";

type Parts = [name: string, content: string][];

async function kindOf(parts: Parts): Promise<unknown> {
  using archive = await openArchive(await zipBytes(parts));
  try {
    const { found, encrypted, hasMacros } = await packageKind(archive);
    return [found.kind, found.format, ...(encrypted ? ["encrypted"] : []), ...(hasMacros ? ["macros"] : [])].join(" ");
  } catch (error) {
    return (error as { reason: string }).reason;
  }
}

const openXml = "application/vnd.openxmlformats-officedocument.";
const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (...targets: [type: string, target: string][]) =>
  `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="r${at}" Type="${type}" Target="${target}"/>`).join("")}</Relationships>`;
const types = (main: string, more = "") =>
  `<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/main.xml" ContentType="${main}"/>${more}</Types>`;
const office = (main: string, more: Parts = [], moreTypes = ""): Parts => [
  ["[Content_Types].xml", types(main, moreTypes)],
  ["_rels/.rels", relations([`${relation}/officeDocument`, "main.xml"])],
  ["main.xml", "<document/>"],
  ...more,
];
const word = `${openXml}wordprocessingml.document.main+xml`;
const excel = `${openXml}spreadsheetml.sheet.main+xml`;

describe("an Office Open XML package", () => {
  test.each([
    [word, "office docx"],
    [`${openXml}wordprocessingml.template.main+xml`, "office docx"],
    ["application/vnd.ms-word.document.macroEnabled.main+xml", "office docx"],
    ["application/vnd.ms-word.template.macroEnabledTemplate.main+xml", "office docx"],
    [excel, "workbook xlsx"],
    ["application/vnd.ms-excel.sheet.macroEnabled.main+xml", "workbook xlsx"],
    ["application/vnd.ms-excel.sheet.binary.macroEnabled.main", "workbook xlsb"],
    [`${openXml}presentationml.slideshow.main+xml`, "office pptx"],
    ["application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml", "office pptx"],
    ["application/vnd.ms-visio.drawing.main+xml", "unsupported"],
  ])("whose main part is of the type %s is %s", async (type, kind) => {
    expect(await kindOf(office(type))).toBe(kind);
  });

  test("finds its main part by its relationship, with a slash or a folder's dot before its name", async () => {
    for (const target of ["main.xml", "/main.xml", "./main.xml"]) {
      const parts = office(word);
      parts[1] = ["_rels/.rels", relations([`${relation}/thumbnail`, "a.png"], [`${relation}/officeDocument`, target])];
      expect(await kindOf(parts), target).toBe("office docx");
    }
  });

  test("finds the type of its main part by its extension when it has none of its own, in any case", async () => {
    const parts = office(word);
    parts[0] = ["[Content_Types].xml", `<Types><Default Extension="XML" ContentType="${word}"/></Types>`];
    expect(await kindOf(parts)).toBe("office docx");
    parts[0] = ["[Content_Types].xml", `<Types><Override PartName="/MAIN.xml" ContentType="${word}"/></Types>`];
    expect(await kindOf(parts)).toBe("office docx");
    parts[0] = ["[Content_Types].xml", `<Types><Default Extension="bin" ContentType="${word}"/></Types>`];
    expect(await kindOf(parts)).toBe("unsupported");
  });

  test("without a relationship is damaged when it was an office file, and unsupported otherwise", async () => {
    const without = (type: string): Parts => office(type).filter(([name]) => name !== "_rels/.rels");
    expect(await kindOf(without(word))).toBe("damaged");
    expect(await kindOf(without("application/vnd.ms-package.xps-fixedpage+xml"))).toBe("unsupported");
  });

  test.each<[string, string, string, string]>([
    ["a main part that is not well-formed", "main.xml", "<document>", "damaged"],
    ["a printed part that is not well-formed", "word/header1.xml", "<hdr>", "damaged"],
    ["another part that is not well-formed", "word/comments.xml", "<a>", "office docx"],
    ["a document type in another part", "word/comments.xml", "<!DOCTYPE a><a/>", "damaged"],
    ["a document type in a relationship", "word/_rels/comments.xml.rels", "<!DOCTYPE a><a/>", "damaged"],
    ["a document type in an old drawing", "word/drawing.VML", "<!DOCTYPE a><a/>", "damaged"],
    ["words of a document type in a picture", "word/media/a.png", "<!DOCTYPE a><a/>", "office docx"],
    ["parts nested too deep", "word/comments.xml", "<a>".repeat(1_001), "too-large"],
  ])("with %s is %s", async (_, name, content, kind) => {
    const header = `<Override PartName="/word/header1.xml" ContentType="${openXml}wordprocessingml.header+xml"/>`;
    const parts = office(word, [], header).filter(([each]) => each !== name);
    expect(await kindOf([...parts, [name, content]])).toBe(kind);
  });
});

describe("an Office Open XML package has macros", () => {
  const macro = "application/vnd.ms-office.vbaProject";
  test.each<[string, Parts, string, boolean]>([
    ["with a project that cannot be read", [["word/vbaProject.bin", "x"]], "", true],
    ["with a project in its root", [["VBAPROJECT.bin", "x"]], "", true],
    [
      "with a project by its type alone",
      [["code.bin", "x"]],
      `<Override PartName="/code.bin" ContentType="${macro}"/>`,
      true,
    ],
    [
      "with a project by its relationship alone",
      [
        ["code.bin", "x"],
        ["_rels/main.xml.rels", relations(["http://a/relationships/vbaProject", "code.bin"])],
      ],
      "",
      true,
    ],
    [
      "without the project that its relationship names",
      [["_rels/main.xml.rels", relations(["http://a/relationships/vbaProject", "code.bin"])]],
      "",
      false,
    ],
    ["with a sheet of macros", [["xl/macrosheets/sheet1.xml", "<a/>"]], "", true],
    ["with a sheet of international macros", [["xl/intlMacrosheets/sheet1.xml", "<a/>"]], "", true],
    [
      "with a sheet of macros by its type alone",
      [["a.xml", "<a/>"]],
      '<Override PartName="/a.xml" ContentType="application/vnd.ms-excel.macrosheet+xml"/>',
      true,
    ],
    [
      "with a sheet of macros by its relationship alone",
      [["_rels/main.xml.rels", relations(["http://a/relationships/xlMacrosheet", "a.xml"])]],
      "",
      true,
    ],
    [
      "with a relationship of another kind",
      [
        ["code.bin", "x"],
        ["_rels/main.xml.rels", relations(["http://a/relationships/oleObject", "code.bin"])],
      ],
      "",
      false,
    ],
    [
      "with a part of a similar name",
      [
        ["word/myvbaProject.bin", "x"],
        ["word/vbaProject.bin.rels", "<a/>"],
      ],
      "",
      false,
    ],
  ])("%s: %s", async (_, parts, moreTypes, hasMacros) => {
    expect(await kindOf(office(excel, parts, moreTypes))).toBe(hasMacros ? "workbook xlsx macros" : "workbook xlsx");
  });
});

const odf = "application/vnd.oasis.opendocument.";
const entries = (...inner: string[]) => `<manifest:manifest>${inner.join("")}</manifest:manifest>`;
const whole = (type: string) => `<manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>`;

describe("an OpenDocument package", () => {
  test.each([
    ["text", "office odt"],
    ["text-template", "office odt"],
    ["text-master", "office odt"],
    ["spreadsheet", "workbook ods"],
    ["spreadsheet-template", "workbook ods"],
    ["presentation", "office odp"],
    ["presentation-template", "office odp"],
    ["graphics", "unsupported"],
  ])("of the type %s is %s, by its own part or by its manifest", async (type, kind) => {
    expect(
      await kindOf([
        ["mimetype", `${odf}${type}\n`],
        ["content.xml", "<a/>"],
      ]),
    ).toBe(kind);
    const manifest = entries(whole(`${odf}${type}`).replace("/>", "></manifest:file-entry>"));
    expect(
      await kindOf([
        ["META-INF/manifest.xml", manifest],
        ["content.xml", "<a/>"],
      ]),
    ).toBe(kind);
  });

  test("has the type of its own part rather than that of its manifest", async () => {
    const manifest = entries(whole(`${odf}spreadsheet`));
    expect(
      await kindOf([
        ["mimetype", `${odf}text`],
        ["META-INF/manifest.xml", manifest],
        ["content.xml", "<a/>"],
      ]),
    ).toBe("office odt");
    const inner = entries(whole(`${odf}text`).replace('"/"', '"Object 1/"'));
    expect(
      await kindOf([
        ["META-INF/manifest.xml", inner],
        ["content.xml", "<a/>"],
      ]),
    ).toBe("unsupported");
  });

  const locked = entries(
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>',
  );
  test.each<[string, Parts, string]>([
    ["without content", [], "damaged"],
    ["that is encrypted, and has its content in one part", [["META-INF/manifest.xml", locked]], "office odt encrypted"],
    ["with a document type in its content", [["content.xml", "<!DOCTYPE a><a/>"]], "damaged"],
    [
      "that is encrypted, with bytes like a document type",
      [
        ["content.xml", "<!DOCTYPE a><a/>"],
        ["META-INF/manifest.xml", locked],
      ],
      "office odt encrypted",
    ],
    [
      "with a document type in its manifest",
      [
        ["content.xml", "<a/>"],
        ["META-INF/manifest.xml", `<!DOCTYPE a SYSTEM "b">${entries()}`],
      ],
      "office odt",
    ],
    [
      "with a document type in a library",
      [
        ["content.xml", "<a/>"],
        ["Basic/script-lc.xml", "<!DOCTYPE a><a/>"],
      ],
      "office odt",
    ],
    [
      "with an entity in a library",
      [
        ["content.xml", "<a/>"],
        ["Basic/script-lc.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
      ],
      "damaged",
    ],
    [
      "that is encrypted, with an entity in its manifest",
      [["META-INF/manifest.xml", `<!DOCTYPE a [<!ENTITY b "c">]>${locked}`]],
      "damaged",
    ],
    [
      "with a library nested too deep",
      [
        ["content.xml", "<a/>"],
        ["Dialogs/a.xml", "<a>".repeat(1_001)],
      ],
      "too-large",
    ],
    ["with a part of another encoding", [["content.xml", '<?xml version="1.0" encoding="UTF-7"?><a/>']], "damaged"],
    ["whose content is not well-formed", [["content.xml", "<a>"]], "office odt"],
    [
      "with a script",
      [
        ["content.xml", "<a/>"],
        ["Scripts/python/a.py", "print()"],
      ],
      "office odt macros",
    ],
    [
      "with a macro",
      [
        ["content.xml", "<a/>"],
        ["Basic/Standard/Module1.xml", "<a>Sub Main&#10;MsgBox 1&#10;End Sub</a>"],
      ],
      "office odt macros",
    ],
    [
      "with an empty macro",
      [
        ["content.xml", "<a/>"],
        ["Basic/Standard/Module1.xml", "<a>Sub Main&#10;&#10;End Sub</a>"],
      ],
      "office odt",
    ],
    [
      "with a macro that cannot be read",
      [
        ["content.xml", "<a/>"],
        ["Basic/Standard/Module1.xml", "<a><b></a>"],
      ],
      "office odt macros",
    ],
    [
      "with the list of a library",
      [
        ["content.xml", "<a/>"],
        ["Basic/Standard/script-lb.xml", "<a>MsgBox</a>"],
      ],
      "office odt",
    ],
    [
      "that is encrypted, with a module",
      [
        ["META-INF/manifest.xml", locked],
        ["Basic/Standard/Module1.xml", "x"],
      ],
      "office odt encrypted macros",
    ],
  ])("%s: %s", async (_, parts, kind) => {
    expect(await kindOf([["mimetype", `${odf}text`], ...parts])).toBe(kind);
  });

  test("of nothing is damaged, and one of other files is refused as an archive", async () => {
    expect(await kindOf([])).toBe("damaged");
    expect(await kindOf([["a.pdf", "x"]])).toBe("unsupported");
  });
});
