import { expect, test } from "vitest";
import { asText } from "../sheet/xml-text.ts";
import { withDrawnControls } from "./drawn-controls.ts";

const spaces = ["draw", "fo", "style", "svg", "text"].map((prefix) => `xmlns:${prefix}="${prefix}"`).join(" ");
const placed = 'style:wrap="run-through" style:vertical-pos="top"';
const style = `<style:style style:name="gr1" style:family="graphic"><style:graphic-properties draw:fill="solid" ${placed}/></style:style>`;
const shape = (attributes = "", inside = "") =>
  `<draw:control draw:style-name="gr1"${attributes} svg:width="2cm" draw:control="control1">${inside}</draw:control>`;
const aDocument = (form: string, shown = shape()) =>
  `<office:document-content ${spaces}><office:automatic-styles>${style}</office:automatic-styles><form:form form:name="Order">${form}</form:form><text:p>${shown}</text:p></office:document-content>`;

function drawn(xml: string) {
  const { changed, isMissing } = withDrawnControls(new Map([["content.xml", xml]]));
  const content = changed.get("content.xml");
  const now = content === undefined ? undefined : asText(content);
  const shape = /<draw:rect draw:style-name="([^"]*)" svg:width="2cm"><text:p>(.*?)<\/text:p><\/draw:rect>/;
  const [, name, words] = shape.exec(now ?? "") ?? [];
  return { xml: now, name, words, isMissing };
}

test.each([
  ["checkbox", 'form:label="Agreed" form:current-state="checked"', "gr1_control_line", "☒ Agreed"],
  [
    "checkbox",
    'form:label="Agreed" form:current-state="unchecked" form:state="checked"',
    "gr1_control_line",
    "☐ Agreed",
  ],
  ["radio", 'form:label="Cash" form:selected="true"', "gr1_control_line", "◉ Cash"],
  ["radio", 'form:label="Card"', "gr1_control_line", "○ Card"],
  ["fixed-text", 'form:label="Rates &amp; dates"', "gr1_control_words", "Rates &#38; dates"],
  ["button", 'form:label="Order > now"', "gr1_control_box", "Order &#62; now"],
  ["text", 'form:current-value="Teasel" form:value="Your name"', "gr1_control_box", "Teasel"],
  [
    "textarea",
    'form:current-value="One&#x0d;&#x0a;Two&#10;Three"',
    "gr1_control_box",
    "One<text:line-break/>Two<text:line-break/>Three",
  ],
  ["combobox", 'form:value="Net"', "gr1_control_box", "Net"],
  [
    "formatted-text",
    'form:control-implementation="ooo:x.CurrencyField" form:current-value="1.6"',
    "gr1_control_box",
    "1.6",
  ],
  ["date", "", "gr1_control_box", ""],
  ["button", "", "gr1_control_box", ""],
  ["button", 'form:label="Order" form:image-data="a.png"', "gr1_control_box", "Order"],
])("a %s with %s is drawn as a shape", (kind, attributes, name, words) => {
  const control = `<form:${kind} form:name="One" form:id="control1" ${attributes}/>`;
  expect(drawn(aDocument(control))).toMatchObject({ name, words, isMissing: false });
});

test("a list shows the chosen options", () => {
  const options = '<form:option form:label="Tea"/><form:option form:current-selected="true" form:label="Milk"/>';
  expect(drawn(aDocument(`<form:listbox form:id="control1">${options}</form:listbox>`))).toMatchObject({
    words: "Milk",
  });
});

test("a shape has the position of its control, and keeps the style of its text and its description", () => {
  const shown = shape(' draw:text-style-name="P1" text:anchor-type="as-char"', "<svg:title>Agreed</svg:title>");
  const { xml } = drawn(aDocument('<form:button form:label="Order" xml:id="control1"/>', shown));
  expect(xml).toContain(
    '<draw:rect draw:style-name="gr1_control_box" draw:text-style-name="P1" text:anchor-type="as-char" svg:width="2cm"><svg:title>Agreed</svg:title><text:p text:style-name="P1">Order</text:p></draw:rect>',
  );
  const [added] = /<style:style style:name="gr1_control_box".*?<\/style:style>/.exec(xml ?? "") ?? [];
  expect(added).toContain(placed);
  expect(added).not.toContain('draw:fill="solid"');
  expect(xml).toContain(style);
});

test.each([
  ["is a picture", '<form:image form:id="control1" form:image-data="a.png"/>', true],
  ["is a button with a picture only", '<form:button form:id="control1" form:image-data="a.png"/>', true],
  ["is a date with its own format", '<form:date form:id="control1" form:current-value="2026-01-31"/>', true],
  ["is not to be printed", '<form:button form:id="control1" form:printable="false"/>', false],
  ["is hidden", '<form:hidden form:id="control1"/>', false],
  ["does not exist", '<form:button form:id="control2"/>', false],
])("a control that %s is not replaced, and a warning is given when it would print", (_what, control, isMissing) => {
  expect(drawn(aDocument(control))).toMatchObject({ xml: undefined, isMissing });
});

test.each([
  ["does not declare the namespaces needed", (xml: string) => xml.replace("xmlns:svg", "xmlns:other")],
  ["is not well-formed", (xml: string) => xml.replace("</text:p>", "")],
  ["is not in UTF-8", (xml: string) => xml.replace("Order", "Order f\xfcr")],
])("nothing is drawn in a part that %s, and a warning is given", (_what, change) => {
  const control = '<form:button form:id="control1"/>';
  expect(drawn(change(aDocument(control)))).toMatchObject({ xml: undefined, isMissing: true });
});

test.each([
  ["frame", 'form:label="Terms"', "gr1_control_box", "Terms"],
  ["checkbox", 'form:label="Agreed" form:state="checked"', "gr1_control_line", "☒ Agreed"],
  ["checkbox", 'form:state="unknown"', "gr1_control_line", "☐ "],
  ["radio", 'form:label="Cash" form:selected="true" form:current-selected="false"', "gr1_control_line", "○ Cash"],
  ["number", 'form:control-implementation="x.NumericField" form:value="5"', "gr1_control_box", "5"],
  ["password", "", "gr1_control_box", ""],
  ["file", 'form:current-value="" form:value="a.odt"', "gr1_control_box", ""],
  ["textarea", 'form:value="One&#x0d;Two"', "gr1_control_box", "One<text:line-break/>Two"],
])("a %s with %s is drawn with its mark, its value or its label", (kind, attributes, name, words) => {
  const control = `<form:${kind} form:id="control1" ${attributes}/>`;
  expect(drawn(aDocument(control))).toMatchObject({ name, words, isMissing: false });
});

test.each([
  ["time", 'form:current-value="PT1H"'],
  ["password", 'form:value="damson"'],
  ["formatted-text", 'form:current-value="1.6"'],
  ["number", 'form:control-implementation="x.NumericFieldModel" form:value="5"'],
  ["value-range", ""],
])("a %s with %s cannot be drawn, which causes a warning", (kind, attributes) => {
  const control = `<form:${kind} form:id="control1" ${attributes}/>`;
  expect(drawn(aDocument(control))).toMatchObject({ xml: undefined, isMissing: true });
});

test("a list shows all chosen options in lines, and none of another list", () => {
  const option = (label: string, chosen: string) => `<form:option form:${chosen}="true" form:label="${label}"/>`;
  const first = `<form:listbox form:id="control1">${option("Tea", "selected")}<form:column/>${option("Jam", "selected")}</form:listbox>`;
  const second = `<form:listbox form:id="control2">${option("Ale", "selected")}</form:listbox>`;
  expect(drawn(aDocument(first + second)).words).toBe("Tea<text:line-break/>Jam");
  const changed = '<form:option form:selected="true" form:current-selected="false" form:label="Tea"/>';
  expect(drawn(aDocument(`<form:listbox form:id="control1">${changed}</form:listbox>`)).words).toBe("");
});

const button = (id: string, label: string) => `<form:button form:id="${id}" form:label="${label}"/>`;
const shown = (id: string, styleName = 'draw:style-name="gr1"') => `<draw:control ${styleName} draw:control="${id}"/>`;

test("controls of one look share a style, and those of another or without a style have their own", () => {
  const check = '<form:checkbox form:id="c" form:label="C"/>';
  const shapes = shown("a") + shown("b") + shown("c") + shown("d", "");
  const { xml = "", isMissing } = drawn(
    aDocument(button("a", "A") + button("b", "B") + check + button("d", "D"), shapes),
  );
  expect([...xml.matchAll(/<style:style style:name="(\w*)"/g)].map(([, name]) => name)).toEqual([
    "gr1",
    "gr1_control_box",
    "gr1_control_line",
    "_control_box",
  ]);
  expect([...xml.matchAll(/<draw:rect ([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual([
    'draw:style-name="gr1_control_box"',
    'draw:style-name="gr1_control_box"',
    'draw:style-name="gr1_control_line"',
    'draw:style-name="_control_box"',
  ]);
  expect([...xml.matchAll(/<text:p>([^<]*)<\/text:p>/g)].map(([, words]) => words)).toEqual(["A", "B", "☐ C", "D"]);
  expect(isMissing).toBe(false);
});

test("one control that cannot be drawn causes a warning, and the others are drawn", () => {
  const { xml, isMissing } = drawn(aDocument(`${button("a", "A")}<form:image form:id="b"/>`, shown("a") + shown("b")));
  expect(isMissing).toBe(true);
  expect(xml).toContain("<text:p>A</text:p></draw:rect>");
  expect(xml).toContain('draw:control="b"');
});

test("a control may be in another part than its shape, and parts without shapes stay", () => {
  const parts = new Map([
    ["content.xml", aDocument(button("a", "A"), "")],
    ["styles.xml", aDocument("", shown("a"))],
  ]);
  const { changed, isMissing } = withDrawnControls(parts);
  expect([...changed.keys()]).toEqual(["styles.xml"]);
  expect(changed.get("styles.xml")).toContain("<text:p>A</text:p></draw:rect>");
  expect(isMissing).toBe(false);
});

test("a document that shows no control is unchanged, and so is one whose styles end before they begin", () => {
  expect(drawn(aDocument(button("a", "A"), ""))).toMatchObject({ xml: undefined, isMissing: false });
  const empty = aDocument(button("a", "A"), shown("a")).replace(
    /<office:automatic-styles>.*<\/office:automatic-styles>/,
    "<office:automatic-styles/>",
  );
  expect(drawn(empty)).toMatchObject({ xml: undefined, isMissing: true });
});
