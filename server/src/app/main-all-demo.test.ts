import { expect, test, vi } from "vitest";
import { start, state } from "./main-all-testing.ts";

test("a demonstration is made once the API runs, its passwords are printed, and its parts stop at the end", async () => {
  vi.stubEnv("SMTP_URL", "smtp://mail.example");
  const { isReady, stop, seen } = start("--demo");
  await isReady(5);
  expect(seen.printed).toEqual([
    "Sheaf is ready at http://localhost:3000",
    "Sign in as demo with the password user-password",
    "Sign in to the portal at http://localhost:3000/admin/login as admin@sheaf.example with the password admin-password",
    "A demonstration does not ask administrators for a second factor.",
    "Its emails stay on this machine. They are shown at http://inbox",
  ]);
  const { env } = state.children[1] ?? {};
  expect(env).toMatchObject({ SHEAF_DEMO: "1", PAYPAL_URL: "http://paypal of /data" });
  expect(env).not.toHaveProperty("SMTP_URL");
  await stop();
  expect(state.demo).toEqual([
    ["told", "http://localhost:3000"],
    ["seeded", "http://localhost:3000", "postgres://db"],
    ["jobs", "postgres://db", "/data", "demo", "1"],
    ["jobs stopped"],
    ["providers closed"],
  ]);
  expect(state.folders).toContainEqual(["demo", "/data", true]);
  expect([state.sites, seen.exits]).toEqual([[], [0]]);
});

test("only a demonstration does without the operator's mail settings", async () => {
  vi.stubEnv("SMTP_URL", "smtp://mail.example");
  const { isReady, stop } = start();
  await isReady();
  expect(state.children[0]?.env.SMTP_URL).toBe("smtp://mail.example");
  await stop();
});

test("a demonstration does not begin in a database of the operator's own", async () => {
  state.config = { databaseUrl: "postgres://own" };
  const { ended, seen } = start("--demo");
  await ended;
  expect(seen.exits).toEqual([1]);
  expect(seen.complained).toContain("A demonstration has its own database.");
  expect(state.databases).toEqual([]);
});

test("a public address of a demonstration is where its administrator signs in", async () => {
  state.config = { publicUrl: "https://demo.example" };
  const { isReady, stop, seen } = start("--demo");
  await isReady(5);
  await stop();
  expect(seen.printed[2]).toContain("at https://demo.example/admin/login");
});
