import { expect, test } from "vitest";
import { withoutData } from "./data-addresses.ts";

const long = `data:image/png;base64,${"iVBOR+/=".repeat(1_000)}`;

test("a long data address is replaced in an attribute and a style, and returned for its replacement", () => {
  for (const page of [`<img src="${long}" alt=x>`, `<img src='${long}'>`, `<p style="background:url(${long})">`]) {
    const { html, dataAt } = withoutData(page);
    expect(html.length).toBeLessThan(100);
    const [address = ""] = /x-sheaf-data:\d+/.exec(html) ?? [];
    expect(dataAt(address)).toBe(long);
  }
});

test("an unquoted data address ends at the space before the next attribute", () => {
  const { html, dataAt } = withoutData(`<img src=${long} width=40>`);
  expect(html).toBe("<img src=x-sheaf-data:0 width=40>");
  expect(dataAt("x-sheaf-data:0")?.trim()).toBe(long);
});

test("text that looks like a data address stays in the page", () => {
  expect(withoutData(`<p>${long}</p>`).html).toContain(long);
});

test("an address of 1,024 characters is replaced, a shorter one is not", () => {
  const page = (length: number) => withoutData(`<img src="${"data:image/png,".padEnd(length, "a")}">`).html;
  expect(page(1_024)).toBe('<img src="x-sheaf-data:0">');
  expect(page(1_023)).toHaveLength(1_023 + 12);
});

test("each of several addresses has its own replacement, and others have none", () => {
  const other = long.replace("png", "gif");
  const { html, dataAt } = withoutData(`<img src="${long}"><img src="${other}">`);
  expect(html).toBe('<img src="x-sheaf-data:0"><img src="x-sheaf-data:1">');
  expect(["x-sheaf-data:0", "x-sheaf-data:1", "x-sheaf-data:2", "0"].map(dataAt)).toEqual([
    long,
    other,
    undefined,
    undefined,
  ]);
});
