import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { serveSitemap } from "./sitemap.ts";

async function served(url: string, env: Record<string, string>) {
  const app = Fastify();
  onTestFinished(() => app.close());
  serveSitemap(app, readConfig(env));
  return app.inject({ url, headers: { host: "papers.example:8080" } });
}

test("robots.txt allows the public pages and names the sitemap, in a demonstration it allows nothing", async () => {
  const robots = await served("/robots.txt", { PUBLIC_URL: "https://a.example/" });
  expect(robots.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(robots.body).toBe("User-agent: *\nDisallow: /api/\nSitemap: https://a.example/sitemap.xml\n");
  expect((await served("/robots.txt", { SHEAF_DEMO: "1" })).body).toBe("User-agent: *\nDisallow: /\n");
});

const paths = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);

test("the sitemap of a service has every public page at the address of the request", async () => {
  const { body, headers } = await served("/sitemap.xml", {});
  expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
  const at = (path: string) => `http://papers.example:8080${path}`;
  expect(paths(body)).toEqual(["/", "/pricing", "/help", "/terms", "/privacy", "/refund", "/auth"].map(at));
});

test("the sitemap of an own practice has neither the landing page nor pages about payments", async () => {
  const { body } = await served("/sitemap.xml", { INSTALLATION: "practice", PUBLIC_URL: "https://a.example/x//" });
  expect(paths(body)).toEqual(["/help", "/terms", "/privacy", "/auth"].map((path) => `https://a.example/x${path}`));
});
