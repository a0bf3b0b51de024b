import { expect, test } from "vitest";
import { lostLinksWarning, removeExcessLinks } from "./hyperlinks.ts";

const tail = (count: number) =>
  `</sheetData><hyperlinks>${'<hyperlink ref="A1" r:id="rId1"/>'.repeat(count)}</hyperlinks><pageMargins/></worksheet>`;

test("links stay unless they are more than anybody clicks", () => {
  expect(removeExcessLinks(tail(10_000))).toBe(tail(10_000));
  expect(removeExcessLinks(tail(10_001))).toBe("</sheetData><pageMargins/></worksheet>");
  expect(removeExcessLinks("</sheetData></worksheet>")).toBe("</sheetData></worksheet>");
});

test("a sheet that loses its links is told", () => {
  expect(lostLinksWarning([])).toEqual([]);
  expect(lostLinksWarning(["Data"])).toEqual([
    {
      code: "links-left-out",
      text: "The more than 10,000 links of sheet “Data” cannot be clicked; their words are there.",
    },
  ]);
});
