import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { sharedEngine } from "../testing/shared-engine.ts";

const run = promisify(execFile);
const { engine, dir } = await sharedEngine({ children: 1, ahead: false });

const installed = "Caladea";
const brought = "Sheafia";

/** An installed font under a name that no font has. Programs do not check a font's checksums. */
async function renamedFont(): Promise<Buffer> {
  const { stdout: path } = await run("fc-match", ["--format=%{file}", installed]);
  const font = await readFile(path);
  for (const encoding of ["latin1", "utf16le"] as const) {
    const [name, other] = [installed, brought].map((text) => Buffer.from(text, encoding));
    if (encoding === "utf16le") for (const text of [name, other]) text?.swap16();
    for (let at = font.indexOf(name ?? ""); at >= 0; at = font.indexOf(name ?? "", at + 1)) other?.copy(font, at);
  }
  return font;
}

/** A flat OpenDocument text in the brought font. @param font the font, embedded in the document */
function documentIn(font?: Buffer): string {
  const source = font
    ? `<svg:font-face-src><svg:font-face-uri><office:binary-data>${font.toString("base64")}</office:binary-data><svg:font-face-format svg:string="truetype"/></svg:font-face-uri></svg:font-face-src>`
    : "";
  const space = (name: string, uri: string) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${uri}:1.0"`;
  const spaces = [
    space("office", "office"),
    space("style", "style"),
    space("text", "text"),
    space("svg", "svg-compatible"),
  ];
  return `<office:document ${spaces.join(" ")} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:font-face-decls><style:font-face style:name="F" svg:font-family="${brought}">${source}</style:font-face></office:font-face-decls><office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:text-properties style:font-name="F"/></style:style></office:automatic-styles><office:body><office:text><text:p text:style-name="P">Hawthorn and rowan</text:p></office:text></office:body></office:document>`;
}

async function fontsOf(name: string, document: string): Promise<string[]> {
  const [path, outPath] = [join(dir, name), join(dir, `${name}.pdf`)];
  await writeFile(path, document);
  const result = await engine.convertFile({ path, name }, outPath, { practiceId: "orchard" });
  expect(result).toMatchObject({ outcome: "converted", pages: 1 });
  const { stdout } = await run("pdffonts", [outPath]);
  const [, , ...fonts] = stdout.trim().split("\n");
  return fonts.map((line) => line.replace(/^\w+\+/, "").split(/[\s-]/)[0] ?? "");
}

test("a font that a document contains prints that document, and no later one of the same practice", async () => {
  const font = await renamedFont();
  const before = await fontsOf("before.fodt", documentIn());
  expect(before).not.toContain(brought);
  expect(await fontsOf("with-font.fodt", documentIn(font))).toEqual([brought]);
  expect(await fontsOf("after.fodt", documentIn())).toEqual(before);
});
