import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { closedNotes } from "./notes.ts";
import { zipBytes } from "./zip-writer.ts";

const shape = (style: string, kind: string, visible: string) =>
  `<v:shape style='${style}'><x:ClientData ObjectType="${kind}">${visible}</x:ClientData></v:shape>`;
const related = ["drawing", "vmlDrawing"].map((type) => ({
  id: type,
  type: `http://example.org/${type}`,
  part: `xl/drawings/${type}1.vml`,
}));

async function closed(vml: string, tail = "") {
  const parts: [string, string][] = related.map(({ part }) => [part, vml]);
  using archive = await openArchive(await zipBytes(parts));
  return Object.fromEntries(await closedNotes(archive, tail, related));
}

test.each(["<x:Visible/>", "<x:Visible></x:Visible>", "<x:Visible>True</x:Visible>", "<x:Visible />"])(
  "a note that is open by %s is closed, and other shapes and notes stay",
  async (visible) => {
    const button = shape("visibility:visible", "Button", visible);
    const hidden = shape("visibility:hidden", "Note", "");
    const vml = (note: string) => `<xml>${button}${note}${hidden}${button}</xml>`;
    expect(await closed(vml(shape("width:9pt;visibility: visible", "Note", visible)))).toEqual({
      "xl/drawings/vmlDrawing1.vml": vml(shape("width:9pt;visibility:hidden", "Note", "")),
    });
  },
);

test("a drawing without open notes is not changed", async () => {
  expect(await closed(`<xml>${shape("visibility:hidden", "Note", "")}</xml>`)).toEqual({});
});

test.each([
  ['<pageSetup cellComments="asDisplayed"/>', 0],
  ['<x:pageSetup scale="80" cellComments="asDisplayed"/>', 0],
  ['<pageSetup cellComments="atEnd"/>', 1],
  ["<pageSetup/>", 1],
])("open notes stay where the page set-up prints them as displayed: %s", async (tail, changed) => {
  expect(Object.keys(await closed(shape("visibility:visible", "Note", "<x:Visible/>"), tail))).toHaveLength(changed);
});
