import { describe, expect, test } from "vitest";
import { attribute, childElements, descendants, parseHtml, textContent } from "./parse-html.ts";

const tooLarge = (words: string) =>
  expect.objectContaining({ reason: "too-large", detail: expect.stringContaining(words) });

describe("a page is parsed", () => {
  test("with elements nested 500 deep, and not with more", () => {
    // The root and the body are two of them.
    expect(() => parseHtml("<div>".repeat(498))).not.toThrow();
    expect(() => parseHtml("<div>".repeat(499))).toThrow(tooLarge("nested more than 500 deep"));
    expect(() => parseHtml("<div></div>".repeat(600))).not.toThrow();
  });

  test("with an unfinished element of 500 attributes, and not with more", () => {
    const page = (count: number) =>
      `<p ${Array.from({ length: count - 1 }, (_, at) => `a${at}`).join(" ")} b="${"x".repeat(20_000)}">`;
    expect(() => parseHtml(page(500))).not.toThrow();
    expect(() => parseHtml(page(501))).toThrow(tooLarge("more than 500 attributes"));
  });

  test("as one, however long it is", () => {
    const text = "words & more ".repeat(5_000);
    const page = parseHtml(`<p title="${text}">${text.replaceAll("&", "&amp;")}</p>`);
    const paragraph = [...descendants(page)].find(({ tagName }) => tagName === "p");
    expect(paragraph && attribute(paragraph, "title")).toBe(text);
    expect(textContent(page)).toBe(text);
  });
});

test("elements have their attributes, their children, and the texts in them", () => {
  const page = parseHtml("<body><p a=1 b>x<b>y<i>z</i></b><!-- c --></p><template><u>t</u></template>");
  const [paragraph] = [...descendants(page)].filter(({ tagName }) => tagName === "p");
  if (!paragraph) throw new Error("The page has no paragraph");
  expect(["a", "b", "c"].map((name) => attribute(paragraph, name))).toEqual(["1", "", undefined]);
  expect(childElements(paragraph).map(({ tagName }) => tagName)).toEqual(["b"]);
  expect(textContent(paragraph)).toBe("xyz");
  expect([...descendants(page)].map(({ tagName }) => tagName)).toEqual([
    "html",
    "head",
    "body",
    "p",
    "b",
    "i",
    "template",
  ]);
});
