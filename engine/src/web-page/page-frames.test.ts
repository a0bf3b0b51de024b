import { serialize } from "parse5";
import { expect, test } from "vitest";
import { fillFrames } from "./page-frames.ts";
import { type Element, isElement, parseHtml } from "./parse-html.ts";

/** The page's markup once its frames are filled from these parts. */
function filled(html: string, parts: Record<string, { type: string; text: string }> = {}): [string, boolean] {
  const page = parseHtml(html);
  const root = page.childNodes.find((one): one is Element => isElement(one)) as Element;
  const hadFrames = fillFrames(root, (address) => {
    const part = parts[address];
    return part && { type: part.type, bytes: Buffer.from(part.text) };
  });
  return [serialize(page), hadFrames];
}
const invoice = { "a.html": { type: "text/html", text: "<p>Invoice 12</p>" } };

test("a frame shows the page that the file holds for it, in its place and style", () => {
  const html = `<p>Before</p><iframe src="a.html" width="9" style="color:red"><b>old</b></iframe><p>After</p>`;
  const [page, hadFrames] = filled(html, invoice);
  expect(hadFrames).toBe(true);
  expect(page).toContain(`<p>Before</p><div style="color:red"><p>Invoice 12</p></div><p>After</p>`);
});

test("the page written into a frame comes before the one that it names", () => {
  const [page] = filled(`<iframe srcdoc="&lt;i&gt;Here&lt;/i&gt;" src="a.html"></iframe>`, invoice);
  expect(page).toContain("<div><i>Here</i></div>");
});

test.each([
  ["whose page the file does not hold", `<iframe src="b.html"></iframe>`],
  ["without an address", "<iframe></iframe>"],
])("a frame %s stays as it is", (_, html) => {
  expect(filled(html, invoice)[0]).toContain(html);
});

test("a frame with a part that is no page stays as it is", () => {
  const html = `<iframe src="a.html"></iframe>`;
  expect(filled(html, { "a.html": { type: "image/png", text: "<p>x</p>" } })[0]).toContain(html);
});

test("a page of frames shows them below each other", () => {
  const [page] = filled(`<frameset><frame src="a.html"><frame src="a.html"></frameset>`, invoice);
  expect(page).toContain("<div><div><p>Invoice 12</p></div><div><p>Invoice 12</p></div></div>");
});

test.each([
  [20, 20],
  [21, 20],
])("of %i frames, %i are filled", (frames, shown) => {
  const [page] = filled(`<iframe src="a.html"></iframe>`.repeat(frames), invoice);
  expect(page.split("Invoice 12").length - 1).toBe(shown);
});

test("a page without frames has none", () => {
  expect(filled("<p>x</p>")[1]).toBe(false);
});
