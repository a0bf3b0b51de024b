import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { workFolder } from "../testing.ts";
import { cmap, fontBytes, groups, shorts, tablesWith } from "./testing.ts";

const { folders } = vi.hoisted(() => ({ folders: [] as string[] }));
vi.mock("../../installed/fonts.ts", async (original) => ({
  ...(await original<typeof import("../../installed/fonts.ts")>()),
  fontFolders: folders,
}));
beforeEach(() => {
  folders.length = 0;
  vi.resetModules();
});

/** A font file with glyphs for some characters. */
const fontFor = (characters: string) =>
  fontBytes(
    tablesWith({
      cmap: cmap([
        3,
        10,
        groups(
          ...[...characters].sort().map((each, at): [number, number, number] => {
            const code = each.codePointAt(0) ?? 0;
            return [code, code, 1 + at];
          }),
        ),
      ]),
    }),
  );

/** Installs files in one folder for each argument, and loads the module that finds them. */
async function install(...installed: Record<string, Buffer>[]) {
  for (const files of installed) {
    const folder = await workFolder();
    folders.push(folder);
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
  }
  const { findInstalledFont, installedFont } = await import("./installed.ts");
  return {
    nameFor: (character: string) => findInstalledFont(character.codePointAt(0) ?? 0)?.name,
    installedFont,
  };
}

test("the preferred font with a character is found first, wherever it is", async () => {
  const { nameFor } = await install(
    { "NotoSansThai-Regular.ttf": fontFor("ABC"), "DejaVuSans.ttf": fontFor("AB") },
    { "truetype/NotoSans-Regular.ttf": fontFor("A") },
  );
  expect(["A", "B", "C", "D"].map(nameFor)).toEqual(["NotoSans", "DejaVuSans", "NotoSansThai", undefined]);
});

test("other regular fonts of Noto Sans are searched by name, and no others", async () => {
  const { nameFor } = await install({
    "NotoSansLao-Regular.ttf": fontFor("AB"),
    "NotoSansAdlam-Regular.ttf": fontFor("A"),
    "NotoSansLao-Bold.ttf": fontFor("C"),
    "NotoSerif-Regular.ttf": fontFor("C"),
    "Damson.ttf": fontFor("C"),
  });
  expect(["A", "B", "C"].map(nameFor)).toEqual(["NotoSansAdlam", "NotoSansLao", undefined]);
});

test("of two files with one name that of the first folder is used", async () => {
  const { nameFor } = await install({ "DejaVuSans.ttf": fontFor("A") }, { "DejaVuSans.ttf": fontFor("B") });
  expect(["A", "B"].map(nameFor)).toEqual(["DejaVuSans", undefined]);
});

test.each([
  ["is no font", Buffer.from("Damson")],
  ["cannot be embedded", fontBytes(tablesWith({ loca: undefined }))],
  ["contradicts itself", fontBytes(tablesWith({ loca: shorts(1) }))],
])("a file that %s is passed over", async (_what, bytes) => {
  const { nameFor, installedFont } = await install({ "NotoSans-Regular.ttf": bytes, "DejaVuSans.ttf": fontFor("A") });
  expect(nameFor("A")).toBe("DejaVuSans");
  expect(installedFont("NotoSans-Regular.ttf")).toBeUndefined();
});

test("a font is opened once, and only by its file's name", async () => {
  const { installedFont } = await install({ "Damson-Regular.ttf": fontFor("A") });
  const font = installedFont("Damson-Regular.ttf");
  expect(font?.name).toBe("Damson");
  expect(installedFont("Damson-Regular.ttf")).toBe(font);
  expect(installedFont("Damson")).toBeUndefined();
});

test("a file of more than 64 MB is not opened", async () => {
  const font = fontFor("A");
  const padded = (bytes: number) => Buffer.concat([font, Buffer.alloc(bytes - font.length)]);
  const { installedFont } = await install({ "a.ttf": padded(64 << 20), "b.ttf": padded((64 << 20) + 1) });
  expect([installedFont("a.ttf")?.name, installedFont("b.ttf")]).toEqual(["a", undefined]);
});

test("without fonts no character has one", async () => {
  folders.push("/nonexistent/fonts");
  expect((await install()).nameFor("A")).toBeUndefined();
});
