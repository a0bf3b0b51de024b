import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let demo: TestServer;
beforeAll(async () => {
  [server, demo] = await Promise.all([
    startTestServer({ env: { PUBLIC_URL: "https://sheaf.test/" } }),
    startTestServer({ env: { SHEAF_DEMO: "1" } }),
  ]);
});
afterAll(() => Promise.all([server.close(), demo.close()]));

test("the sitemap lists the public pages and no others", async () => {
  const robots = await server.app.inject("/robots.txt");
  expect(robots.headers["content-type"]).toContain("text/plain");
  expect(robots.body).toContain("Sitemap: https://sheaf.test/sitemap.xml");

  const sitemap = await server.app.inject("/sitemap.xml");
  expect(sitemap.headers["content-type"]).toContain("application/xml");
  expect(sitemap.body).toContain("<loc>https://sheaf.test/</loc>");
  expect(sitemap.body).toContain("<loc>https://sheaf.test/pricing</loc>");
  expect(sitemap.body).not.toContain("dashboard");
});

test("robots.txt of a demonstration disallows everything", async () => {
  expect((await demo.app.inject("/robots.txt")).body).toBe("User-agent: *\nDisallow: /\n");
});

test("the sitemap of an own practice lists neither the landing page nor pages about payments", async () => {
  server.services.config.installation = "practice";
  const { body } = await server.app.inject("/sitemap.xml");
  server.services.config.installation = "service";
  const paths = [...body.matchAll(/<loc>https:\/\/sheaf\.test(.*?)<\/loc>/g)].map(([, path]) => path);
  expect(paths).toEqual(["/help", "/terms", "/privacy", "/auth"]);
});
