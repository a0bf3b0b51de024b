import { expect, test } from "vitest";
import { documentOf } from "./page-document.ts";

const documentFor = (html: string) =>
  documentOf({ html, warnings: [], partAt: () => undefined, address: undefined }).then(({ document }) => document);

test.each(["constructor", "__proto__", "toString"])("a page may use the name %s for anything", async (name) => {
  const pages = [
    `<p ${name}=x>words`,
    `<input type=${name} value=words>`,
    `<ol type=${name}><li>words</ol>`,
    `<style>p:${name},p:nth-${name}(1){x:y} p[a${name}]{x:y}</style><p>words`,
    `<style>p{${name}:red;font-size:${name};width:5${name};border:1px solid;list-style-type:${name}}</style><li>words`,
    `<p style="border-style:${name};list-style:${name};display:list-item;font-family:${name};color:${name}">words`,
    `<p style="border-top-style:${name};border-top-width:1px;grid-area:${name};text-align:${name}">words`,
  ];
  for (const page of pages) {
    const { body, styles } = await documentFor(page);
    expect(body, page).toContain("words");
    expect(body + styles, page).not.toMatch(/native code|NaN|\[object/);
  }
});
