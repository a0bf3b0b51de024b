import { expect, test } from "vitest";
import { escapeHtml } from "./escape-html.ts";

test.each([
  ["Hartley & Wren", "Hartley &amp; Wren"],
  ["<b>", "&lt;b&gt;"],
  [`"a" 'b'`, "&quot;a&quot; &#39;b&#39;"],
  ["&amp;&", "&amp;amp;&amp;"],
  ["plain – ½", "plain – ½"],
  ["", ""],
])("%j is escaped as %j", (text, escaped) => {
  expect(escapeHtml(text)).toBe(escaped);
});
