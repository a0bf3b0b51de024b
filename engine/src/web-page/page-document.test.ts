import { expect, test } from "vitest";
import { ConvertError } from "../converter.ts";
import { documentOf } from "./page-document.ts";
import { allOf, printedOf } from "./testing.ts";

const parts: Record<string, string> = {
  "https://x.test/a/main.css": "p{color:red}",
  "https://x.test/b/main.css": "p{color:blue}",
  "https://x.test/a/frame.html": "<p>In a frame",
};

async function laidOut(html: string, address: string | null = "https://x.test/a/page.html") {
  const { document, warnings } = await documentOf({
    html,
    warnings: [],
    partAt(wanted, base) {
      const text = parts[URL.parse(wanted, base)?.href ?? ""];
      return text === undefined
        ? undefined
        : { type: wanted.endsWith("html") ? "text/html" : "text/css", bytes: Buffer.from(text) };
    },
    address: address ?? undefined,
  });
  const printed = printedOf(document.body, document.styles);
  return {
    document,
    codes: warnings.map(({ code }) => code),
    texts: warnings.map(({ text }) => text),
    colour: allOf(printed, "span")[0]?.properties.color,
    link: allOf(printed, "a")[0]?.properties.href,
  };
}
const simplified = ["layout-simplified"];

test.each([
  ["<link rel=stylesheet href=main.css><p>a", "#ff0000", []],
  ["<link rel='x StyleSheet' href=main.css><p>a", "#ff0000", []],
  ["<link rel=stylesheets href=main.css><p>a", "#000000", []],
  ["<link rel='alternate stylesheet' href=main.css><p>a", "#000000", []],
  ["<link rel=stylesheet href=other.css><p>a", "#000000", simplified],
  ["<link rel=stylesheet><p>a", "#000000", simplified],
  ["<link rel=stylesheet media=screen href=other.css><p>a", "#000000", []],
  ["<link rel=stylesheet media=PRINT href=main.css><p>a", "#ff0000", []],
  ["<link href=main.css><p>a", "#000000", []],
  ["<style>p{color:green}</style><link rel=stylesheet href=main.css><p>a", "#ff0000", []],
  ["<link rel=stylesheet href=main.css><style>p{color:green}</style><p>a", "#008000", []],
  ["<style media=screen>p{color:green}</style><p>a", "#000000", []],
  ["<style>@import url(main.css);</style><p>a", "#000000", simplified],
])("the stylesheets for paper apply in their order: %s", async (html, colour, codes) => {
  expect(await laidOut(html)).toMatchObject({ colour, codes });
});

test.each([
  ["<a href=c>a</a>", "https://x.test/a/c"],
  ["<base href=/b/><a href=c>a</a>", "https://x.test/b/c"],
  ["<base target=x><base href=https://y.test/><a href=c>a</a>", "https://y.test/c"],
  ["<base href='https://['><a href=c>a</a>", "https://x.test/a/c"],
  ["<body><p><base href=/b/><a href=c>a</a>", "https://x.test/a/c"],
])("addresses are relative to the base that a page states before its body: %s", async (html, link) => {
  expect((await laidOut(html)).link).toBe(link);
});

test("a page without an address has its base alone", async () => {
  expect((await laidOut("<a href=c>a</a>", null)).link).toBeUndefined();
  expect((await laidOut("<base href=https://y.test/><a href=c>a</a>", null)).link).toBe("https://y.test/c");
  expect((await laidOut("<base href=/b/><link rel=stylesheet href=main.css><p>a")).colour).toBe("#0000ff");
});

test("a page with frames shows them and is simplified", async () => {
  const { document, codes } = await laidOut("<iframe src=frame.html></iframe>");
  expect(document.body).toContain("In a frame");
  expect(codes).toEqual(simplified);
});

test.each([
  [0, []],
  [1, ["A picture that the page only links to is missing."]],
  [2, ["2 pictures that the page only links to are missing."]],
])("of %i pictures elsewhere a warning tells", async (count, texts) => {
  expect((await laidOut(`a${"<img src=a.png>".repeat(count)}`)).texts).toEqual(texts);
});

test("a dark page keeps its colour, a lighter one does not", async () => {
  const background = async (colour: string) => (await laidOut(`<body bgcolor=${colour}>a`)).document.background;
  expect(await background("#989898")).toMatchObject({ r: 0x98 });
  expect(await background("#999999")).toBeUndefined();
  expect((await laidOut("a")).document.background).toBeUndefined();
});

test("a page stands on its side where its style or its content asks for it", async () => {
  const isWide = async (html: string) => {
    const { width, height, margin } = (await laidOut(html)).document.page;
    expect(margin).toBe(52);
    return width > height;
  };
  expect(await isWide("a")).toBe(false);
  expect(await isWide("<style>@page{size:landscape}</style>a")).toBe(true);
  expect(await isWide(`<p style=white-space:nowrap>${"a".repeat(20)}</p>`)).toBe(false);
  const cells = Array.from({ length: 3 }, () => "<td>".padEnd(4 + 60, "m")).join("");
  expect(await isWide(`<table border=1><tr>${cells}</table>`)).toBe(true);
});

test("the text of a page is as wide as its paper without margins", async () => {
  const { document } = await laidOut("<table border=1 width=100%><tr><td>a<td>b</table>");
  const [table] = allOf(printedOf(document.body, document.styles), "table");
  expect(table?.properties.width).toBeCloseTo(793.7 - 104, 1);
});

test.each(["", "<!-- a -->", "<p> <br></p>", "<body bgcolor=#000000>", "<p style=display:none>a"])(
  "a page that shows nothing is refused as empty: %j",
  async (html) => {
    await expect(laidOut(html)).rejects.toEqual(new ConvertError("empty"));
  },
);

test("a page without a document type keeps the style of its text out of its tables", async () => {
  const colourless = "<div style=font-size:30px><table border=1><tr><td>a</table></div>";
  const size = async (html: string) => {
    const { document } = await laidOut(html);
    return allOf(printedOf(document.body, document.styles), "span")[0]?.properties["font-size"];
  };
  expect(await size(colourless)).toBe(16);
  expect(await size(`<!DOCTYPE html>${colourless}`)).toBe(30);
});
