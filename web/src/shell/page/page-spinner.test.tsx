import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageSpinner } from "./page-spinner.tsx";

test("the placeholder before any script has loaded is the same as while a page loads", () => {
  const html = readFileSync("web/index.html", "utf8").replaceAll(/>\s+</g, "><");
  expect(html).toContain(`<div id="root">${renderToStaticMarkup(<PageSpinner />)}</div>`);
});
