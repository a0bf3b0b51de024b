import { expect, test } from "vitest";
import { cleanSvg, svgText } from "./clean-svg.ts";
import { checkReferences } from "./svg-references.ts";
import { svgSize } from "./svg-size.ts";
import { expandSymbols } from "./svg-symbols.ts";
import { readSvg } from "./svg-tree.ts";

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (content: string, attributes = "") => `<svg ${namespaces} ${attributes}>${content}</svg>`;

/** Returns the content of the root element after cleaning, and the rest of the findings. */
function cleaned(text: string) {
  const { root, ...found } = cleanSvg(readSvg(Buffer.from(text)));
  checkReferences(root);
  expandSymbols(root);
  const content = svgText(root)
    .replace(/^.*\n<svg[^>]*>/, "")
    .replace(/<\/svg>$/, "");
  return { content, root, ...found };
}

test.each([
  ["a script", "<script>alert(1)</script><rect/>", "<rect/>"],
  ["a handler of events", '<rect onclick="alert(1)" x="1"/>', '<rect x="1"/>'],
  ["a link, not its content", '<a href="javascript:alert(1)"><rect/></a>', "<g><rect/></g>"],
  ["an animation", '<rect><animate attributeName="x" to="9"/></rect>', "<rect/>"],
  ["data of a drawing program", '<x:view xmlns:x="urn:x"><rect/></x:view><g x:y="1" xmlns:x="urn:x"/>', "<g/>"],
  ["a filter", '<filter id="f"/><rect filter="url(#f)" style="filter:url(#f);fill:red"/>', '<rect style=";fill:red"/>'],
  ["a reference to another file", '<use href="a.svg#b"/><use xlink:href="#b"/>', '<use/><use xlink:href="#b"/>'],
  ["a colour from another file", '<rect fill="url(a.svg#b)" stroke="url(#b)"/>', '<rect stroke="url(#b)"/>'],
  ["a base address", '<g xml:base="http://x/"/>', "<g/>"],
  ["an unknown element with all in it", "<video><rect/></video><path/>", "<path/>"],
])("%s is removed from a drawing", (_, content, expected) => {
  expect(cleaned(svg(content)).content).toBe(expected);
});

test("pictures inside the drawing are kept, and those elsewhere are counted", () => {
  const png = "data:image/png;base64,iVBORw0KGgo=";
  const elsewhere = [
    "http://x/a.png",
    "file:///etc/passwd",
    "//x/a.png",
    "a.png",
    "data:image/svg+xml;base64,PHN2Zz4=",
  ];
  const images = [png, ...elsewhere].map((href) => `<image href="${href}"/>`).join("");
  const { content, missingPictures } = cleaned(svg(images));
  expect(content).toBe(`<image xlink:href="${png}"/>`);
  expect(missingPictures).toBe(elsewhere.length);
});

test("a style sheet keeps its rules without imports, media queries, escapes and addresses", () => {
  const sheet =
    "@import url(http://x/a.css); .a{fill:red;stroke:url(#g)} @media print{.a{fill:blue}} /* } */ .b{fill:url(http://x/)} .c{fill:u\\72l(http://x/);stroke:#000}";
  const { content } = cleaned(svg(`<style>${sheet}</style>`));
  expect(content.replaceAll(/\s+/g, " ")).toBe("<style> .a{fill:red;stroke:url(#g)} .b{} .c{stroke:#000}</style>");
});

test("colours for light and dark screens are those for light ones, and variables have their defaults", () => {
  const style = "fill:light-dark(rgb(1, 2, 3), #fff);stroke:var(--line, var(--x, #123));color:var(--none)";
  expect(cleaned(svg(`<rect style="${style}"/>`)).content).toBe('<rect style="fill:rgb(1, 2, 3);stroke:#123"/>');
});

test("of a text written as HTML and as SVG the SVG is drawn; a text in HTML alone refuses the drawing", () => {
  const html = '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">Order</p></foreignObject>';
  expect(cleaned(svg(`<switch>${html}<text>Order</text></switch>`)).content).toBe("<g><text>Order</text></g>");
  expect(cleaned(svg("<foreignObject><p xmlns='urn:x'> </p></foreignObject><rect/>")).content).toBe("<rect/>");
  for (const content of [html, `<switch>${html}</switch>`, `<g>${html}</g>`]) {
    expect(() => cleaned(svg(content))).toThrow(/texts that only a web browser shows/);
  }
});

test("the entities that Illustrator declares are replaced; nested ones and those of files refuse the drawing", () => {
  const declared = (entity: string, body: string) => `<!DOCTYPE svg [${entity}]>${body}`;
  const namespace = '<!ENTITY ns_svg "http://www.w3.org/2000/svg">';
  expect(cleaned(declared(namespace, '<svg xmlns="&ns_svg;"><rect/></svg>')).content).toBe("<rect/>");
  for (const entity of [
    '<!ENTITY a "aa"><!ENTITY b "&a;&a;">',
    '<!ENTITY a SYSTEM "file:///etc/passwd">',
    '<!ENTITY % a "aa">',
    `<!ENTITY a "${"a".repeat(2_000)}">`,
  ]) {
    expect(() => cleaned(declared(entity, svg("<text>&a;</text>")))).toThrow(/declares entities/);
  }
});

test.each([
  ["500,000 elements", usesOfUses(9)],
  ["nested more than 200 deep", svg(`${"<g>".repeat(5_000)}${"</g>".repeat(5_000)}`)],
  ["300,000 elements", svg("<g/>".repeat(300_001))],
  ["without end", svg(Array.from({ length: 5_000 }, (_, at) => `<use id="a${at}" href="#a${at + 1}"/>`).join(""))],
])("a drawing that would be drawn for hours is refused: %s", (words, text) => {
  expect(() => cleaned(text)).toThrow(expect.objectContaining({ reason: "too-large" }));
  expect(() => cleaned(text)).toThrow(new RegExp(words));
});

/** Each level draws the next one ten times. */
function usesOfUses(levels: number): string {
  const level = (at: number) => `<g id="a${at}">${`<use href="#a${at + 1}"/>`.repeat(10)}</g>`;
  return svg(`${Array.from({ length: levels }, (_, at) => level(at)).join("")}<rect id="a${levels}"/>`);
}

test("references that lead back to themselves are removed", () => {
  expect(cleaned(svg('<g id="a"><rect/><use href="#a"/></g>')).content).toBe('<g id="a"><rect/><use/></g>');
});

test("a symbol is drawn in the size of its use", () => {
  const symbol = '<symbol id="s" viewBox="0 0 10 10"><path d="M0 0"/></symbol>';
  expect(cleaned(svg(`${symbol}<use href="#s" x="5" y="6" width="40" height="30" fill="red"/>`)).content).toContain(
    '<g fill="red" transform="translate(5 6)"><svg viewBox="0 0 10 10" width="40" height="30"><path d="M0 0"/></svg></g>',
  );
});

test("the first fonts of its texts and its scripts are noted", () => {
  const { fonts, hasScripts } = cleaned(
    svg('<style>.a{font-family:"Futura", Arial}</style><text font-family="Arial, sans-serif">a</text>', 'onload="x()"'),
  );
  expect([...fonts]).toEqual(["Futura", "Arial"]);
  expect(hasScripts).toBe(true);
});

test.each([
  ['width="210mm" height="297mm" viewBox="0 0 1 1"', { width: 793.7, height: 1122.5 }],
  ['width="100%" height="100%" viewBox="0 0 300 200"', { width: 300, height: 200 }],
  ['width="150" viewBox="0 0 300 200"', { width: 150, height: 100 }],
  ['height="1in" viewBox="0,0,300,200"', { width: 144, height: 96 }],
  ['width="-5" height="x"', undefined],
  ['viewBox="0 0 0 10"', undefined],
])("the size of a drawing with %s", (attributes, expected) => {
  const size = svgSize(readSvg(Buffer.from(svg("", attributes))));
  if (!expected) expect(size).toBeUndefined();
  else
    expect([size?.width, size?.height].map((side) => Math.round((side ?? 0) * 10) / 10)).toEqual(
      Object.values(expected),
    );
});

test.each([
  ["that ends early", '<svg xmlns="http://www.w3.org/2000/svg"><rect'],
  ["with another root element", "<html><svg/></html>"],
  ["with an undeclared entity", svg("<text>&x;</text>")],
])("a drawing %s is refused as damaged", (_, text) => {
  expect(() => readSvg(Buffer.from(text))).toThrow(expect.objectContaining({ reason: "damaged" }));
});

test("a drawing in UTF-16 is read", () => {
  const bytes = Buffer.from(`\ufeff${svg("<text>Łódź</text>")}`, "utf16le");
  expect(svgText(cleanSvg(readSvg(bytes)).root)).toContain("<text>Łódź</text>");
});
