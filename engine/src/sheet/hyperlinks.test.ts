import { expect, test } from "vitest";
import { lostLinksWarning, removeExcessLinks } from "./hyperlinks.ts";

const tail = (count: number) =>
  `</sheetData><hyperlinks>${'<hyperlink ref="A1" r:id="rId1"/>'.repeat(count)}</hyperlinks><pageMargins/></worksheet>`;

test("links are removed only where a sheet has more than 10,000", () => {
  expect(removeExcessLinks(tail(10_000))).toBe(tail(10_000));
  expect(removeExcessLinks(tail(10_001))).toBe("</sheetData><pageMargins/></worksheet>");
  expect(removeExcessLinks("</sheetData></worksheet>")).toBe("</sheetData></worksheet>");
});

test("the warning names the sheets without links", () => {
  expect(lostLinksWarning([])).toEqual([]);
  expect(lostLinksWarning(["Data"])).toEqual([
    {
      code: "links-left-out",
      text: "The more than 10,000 links of sheet “Data” cannot be clicked; their words are there.",
    },
  ]);
});
