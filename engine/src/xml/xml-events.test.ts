import { expect, test } from "vitest";
import { applyEdits, changedTag } from "./xml-edits.ts";
import { elementsNamed, xmlEvents } from "./xml-events.ts";

const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** Describes each event in a few words. */
function described(xml: string): string[] {
  return [...xmlEvents(xml)].map((event) => {
    if (event.kind === "text") return event.text;
    return event.kind === "fault" ? "fault" : `${event.kind} ${event.element.name}`;
  });
}

test("elements and texts are read in order, with references resolved", () => {
  expect(described('<?xml version="1.0"?><a><b/>one &amp; <![CDATA[<two>]]><!-- no --> &#x33;</a>')).toEqual([
    "open a",
    "open b",
    "close b",
    "one & ",
    "<two>",
    " 3",
    "close a",
  ]);
});

test.each([
  ["another prefix", `<ns0:p xmlns:ns0="${w}" ns0:val="1"/>`],
  ["no prefix", `<p xmlns="${w}" xmlns:x="${w}" x:val="1"/>`],
  ["the strict form's namespace", '<w:p xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main" w:val="1"/>'],
  ["an undeclared prefix", '<w:p w:val="1"/>'],
])("an element and its attributes written with %s have their usual names", (_what, xml) => {
  const [event] = xmlEvents(xml);
  if (event?.kind !== "open") throw new Error("No element came.");
  expect([event.element.name, event.element.local, event.element.attributes["w:val"]]).toEqual(["w:p", "p", "1"]);
});

test.each([
  ["short", ""],
  ["read in several pieces", "y".repeat(65_530)],
  ["divided into pieces within line ends and surrogate pairs", `${"\r\n".repeat(32_766)}😀`],
])("the tags of a text that is %s have their positions", (_what, filling) => {
  const xml = `\u00ef\u00bb\u00bf<?xml version="1.0"?><a c=">"> ${filling}<b>x</b>${filling}<d e='"'/></a>`;
  const tags = [...xmlEvents(xml)].flatMap((event) => {
    const place = event.kind === "open" ? event.element : event;
    return "from" in place ? [xml.slice(place.from, place.to)] : [];
  });
  expect(tags).toEqual(['<a c=">">', "<b>", "</b>", "<d e='\"'/>", "", "</a>"]);
});

test.each(["<a><b></a>", "<a>&unknown;</a>", "<a", '<a b="1" b="2"/>', "<a>\u0001</a>"])(
  "nothing is read after a fault: %s",
  (xml) => {
    const all = described(`${xml}<later/>`);
    expect(all.at(-1)).toBe("fault");
    expect(all).not.toContain("open later");
  },
);

test("zero bytes after the end of a document are not a fault", () => {
  expect(described('<?xml version="1.0"?><a></a>\0\0')).toEqual(["open a", "close a"]);
});

test("a document type is refused, and where it is allowed, entity declarations are refused", () => {
  const declared = '<?xml version="1.0"?><!DOCTYPE a SYSTEM "a.dtd"><a/>';
  const entities = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
  expect(() => [...xmlEvents(declared)]).toThrow(expect.objectContaining({ reason: "damaged" }));
  expect([...xmlEvents(declared, { allowsDocumentType: true })]).toHaveLength(2);
  expect(() => [...xmlEvents(entities, { allowsDocumentType: true })]).toThrow(
    expect.objectContaining({ reason: "damaged" }),
  );
});

test("elements nested more than 1,000 deep are refused", () => {
  expect(() => [...xmlEvents("<a>".repeat(1_001))]).toThrow(expect.objectContaining({ reason: "too-large" }));
});

test("a caller may stop reading early", () => {
  for (const event of xmlEvents("<a/><b>")) {
    expect(event.kind).toBe("open");
    break;
  }
});

test("a start tag gets other attributes, and the text around it stays unchanged", () => {
  const xml = "<a> <b c='1' d='&quot;2&#10;3'/>&amp;</a>";
  const edits = [...elementsNamed(xml, ["b"])].map((element) => ({
    ...element,
    text: changedTag(element, { c: undefined, e: "4" }),
  }));
  expect(applyEdits(xml, edits)).toBe('<a> <b d="&#34;2&#10;3" e="4"/>&amp;</a>');
});
