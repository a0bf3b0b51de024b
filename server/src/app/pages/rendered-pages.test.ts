import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RenderPage } from "@sheaf/contracts/pages.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { testConfig } from "../../../testing/services.ts";
import type { BuiltPages } from "./built-pages.ts";
import { pageRenderer } from "./rendered-pages.ts";

const source = readFileSync(join(import.meta.dirname, "../../../../web/index.html"), "utf8");
const index = source.replace("</head>", '<script type="module" crossorigin src="/assets/main.js"></script></head>');
const built = (renderPage: RenderPage): BuiltPages => ({ index, parts: {}, renderPage, renderPreview: undefined });
const aRenderer = () => pageRenderer(testConfig("/nowhere"), pino({ enabled: false }));

test("a page is rendered once for visitors and once for browsers with a session, and again after a new build", async () => {
  const rendered: string[] = [];
  const renderPage: RenderPage = async (path, { visitor }) => {
    rendered.push(`${path} ${visitor}`);
    return `<h1>${visitor}</h1>`;
  };
  const [page, first] = [aRenderer(), built(renderPage)];
  const visitor = await page(first, "/pricing?from=mail", true);
  const member = await page(first, "/pricing", false);
  expect(await page(first, "/pricing", true)).toEqual(visitor);
  expect(rendered).toEqual(["/pricing true", "/pricing false"]);
  expect(visitor?.html).toContain('<div id="root" data-rendered><h1>true</h1></div>');
  expect(visitor?.html).toContain("data-visitor");
  expect(visitor?.html).not.toContain("<noscript>");
  expect(member?.etag).not.toBe(visitor?.etag);

  await page(built(renderPage), "/pricing", true);
  expect(rendered).toHaveLength(3);
});

test("the script of a rendered page comes after the content, with low priority", async () => {
  const html = (
    await aRenderer()(
      built(async () => "<h1>Here</h1>"),
      "/",
      true,
    )
  )?.html;
  expect(html).toMatch(/Here.*<script type="module" fetchpriority="low" crossorigin src="\/assets\/main.js">/s);
  expect(html?.match(/main\.js/g)).toHaveLength(1);
});

test("a page about payments is no longer rendered after the installation has become an own practice", async () => {
  const config = testConfig("/nowhere");
  const page = pageRenderer(config, pino({ enabled: false }));
  const here = built(async () => "<h1>Here</h1>");
  expect(await page(here, "/pricing", true)).toBeDefined();
  config.installation = "practice";
  expect(await page(here, "/pricing", true)).toBeUndefined();
  expect(await page(here, "/help", true)).toBeDefined();
});

test("pages that depend on the query or the reader, other spellings of an address and failed pages are left to the browser", async () => {
  const page = aRenderer();
  const here = built(async () => "<h1>Here</h1>");
  expect(await page(here, "/auth", true)).toBeDefined();
  for (const url of ["/auth?tab=sign-up", "/Pricing", "/pricing/", "/nowhere", "/admin/users/some-id"]) {
    expect(await page(here, url, true), url).toBeUndefined();
  }
  expect(await page(here, "/auth", false)).toBeUndefined();
  const broken = built(async () => {
    throw new Error("broken");
  });
  expect(await page(broken, "/", true)).toBeUndefined();
});
