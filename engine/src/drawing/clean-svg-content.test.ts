import { describe, expect, test } from "vitest";
import { cleanSvg, svgText } from "./clean-svg.ts";
import { readSvg } from "./svg-tree.ts";

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
function cleaned(content: string, attributes = "") {
  const { root, ...found } = cleanSvg(readSvg(Buffer.from(`<svg ${namespaces} ${attributes}>${content}</svg>`)));
  const text = svgText(root)
    .replace(/^.*\n<svg[^>]*>/, "")
    .replace(/<\/svg>$/, "");
  return { text, ...found };
}

test.each([
  ["words outside of texts are left out", "a<g>b<rect/></g>", "<g><rect/></g>"],
  [
    "words in texts are kept",
    "<text>a<tspan>b</tspan><textPath>c</textPath></text>",
    "<text>a<tspan>b</tspan><textPath>c</textPath></text>",
  ],
  ["words of a link in a text are left out", "<text>a<a>b</a></text>", "<text>a<g/></text>"],
  [
    "signs are escaped",
    '<text fill="&quot;&lt;">a &amp; b &gt; c</text>',
    '<text fill="&quot;&lt;">a &amp; b &gt; c</text>',
  ],
  ["the first part of a choice is shown", "<switch><rect/><path/></switch>", "<g><rect/></g>"],
  ["words between the parts of a choice are none of them", "<switch>a<path/></switch>", "<g><path/></g>"],
  ["a link may be chosen", "<switch><a><rect/></a></switch>", "<g><g><rect/></g></g>"],
  [
    "a part that needs more of a program is not chosen",
    '<switch><rect requiredExtensions="x"/><path/></switch>',
    "<g><path/></g>",
  ],
  [
    "a part that needs nothing more is chosen",
    '<switch><rect requiredExtensions=""/><path/></switch>',
    "<g><rect/></g>",
  ],
  ["a choice of unknown parts is empty", "<switch><video/></switch>", "<g/>"],
  [
    "spaces are kept where they are asked for",
    '<text xml:space="preserve" xml:lang="en" xlink:title="x"> a</text>',
    '<text xml:space="preserve"> a</text>',
  ],
  ["attributes with other addresses are left out", '<rect fill="url(a)" x="1"/>', '<rect x="1"/>'],
  [
    "references keep their sign",
    '<use href=" #a "/><use href="#a b"/><use href="#"/>',
    '<use xlink:href="#a"/><use/><use/>',
  ],
  ["languages and features are not asked for", '<g systemLanguage="en" requiredFeatures="x" cursor="x"/>', "<g/>"],
])("%s", (_, content, expected) => {
  expect(cleaned(content).text).toBe(expected);
});

test.each([
  ["", false],
  ["<script/>", true],
  ["<handler/>", true],
  ["<listener/><rect/>", true],
  ["<video/>", false],
  ['<rect onclick="x"/>', true],
  ['<rect on="x"/>', false],
  ["<script/><video/>", true],
  ['<rect onclick="x"/><rect on="x"/>', true],
])("a drawing has scripts or not: %s", (content, hasScripts) => {
  expect(cleaned(content).hasScripts).toBe(hasScripts);
});

describe("the fonts of a drawing", () => {
  test.each([
    ['<text font-family="Futura">a</text>', ["Futura"]],
    [`<text font-family="'Gill Sans', Arial">a</text>`, ["Gill Sans"]],
    ['<text style="fill:red;font-family: Futura , Arial">a</text>', ["Futura"]],
    ["<style>a{font-family:Futura}b{font-family:'Gill Sans'}</style>", ["Futura", "Gill Sans"]],
    ['<text font-family="Sans-Serif">a</text>', []],
    ['<text font-family="inherit">a</text><text font-family="">b</text><text font-family=",x">c</text>', []],
    ['<text font-family="url(x)">a</text>', []],
    ["<text>font-family:Futura</text>", []],
  ])("%s", (content, fonts) => {
    expect([...cleaned(content).fonts]).toEqual(fonts);
  });
});

test.each([
  ["<image/>", 1],
  ['<image href="a.png"/><image xlink:href="b.png"/>', 2],
  ['<image href="data:image/png;base64,AA=="/>', 0],
  ['<image href=" DATA:image/jpg ; base64 ,AA=="/>', 0],
  ['<image href="data:image/png,AA"/>', 1],
  ["<use/>", 0],
])("pictures that are not in the drawing are counted: %s", (content, missing) => {
  expect(cleaned(content).missingPictures).toBe(missing);
});

test("text in HTML refuses a drawing wherever it stands in it", () => {
  const html = (inside: string) => `<foreignObject><div xmlns="urn:x">${inside}</div></foreignObject>`;
  expect(() => cleaned(html("<p>a</p>"))).toThrow(/only a web browser shows/);
  expect(() => cleaned(`<foreignObject><g><text>a</text></g></foreignObject>`)).toThrow(/only a web browser shows/);
  expect(cleaned(html("<p> </p>")).text).toBe("");
  expect(cleaned(`<switch>${html("a")}<rect/></switch>`).text).toBe("<g><rect/></g>");
  expect(() => cleaned(`<switch>${html("a")}<video/></switch>`)).toThrow(/only a web browser shows/);
});
