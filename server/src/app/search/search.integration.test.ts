import type { SearchResult } from "@sheaf/contracts/search.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { insertJob } from "../../../testing/jobs/job-rows.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function search(who: SignedIn, typed: string): Promise<SearchResult> {
  return (await who.get(`/api/search?q=${encodeURIComponent(typed)}`)).json();
}
const add = (who: SignedIn, customer: object) => who.post("/api/customers", { email: "a@example.com", ...customer });

test.each(["kestrel", "INN the", "KI-001", "books@dext", "Ltd", "jo@"])("a customer is found by %s", async (typed) => {
  const anna = await signIn(server);
  await add(anna, { name: "Bright Bakery" });
  await add(anna, {
    name: "The Kestrel Inn",
    company: "Kestrel Ltd",
    reference: "KI-001",
    email: "jo@example.com",
    outputEmail: "books@dext.example",
  });
  expect((await search(anna, typed)).customers).toMatchObject([{ name: "The Kestrel Inn" }]);
});

test("returns customers whose name begins with the text first, archived ones last, at most five", async () => {
  const anna = await signIn(server);
  const old = (await add(anna, { name: "Rose Archive" })).json();
  await anna.post(`/api/customers/${old.id}/archive`);
  await add(anna, { name: "Guildenrose" });
  await add(anna, { name: "Rosencrantz" });
  const names = async () => (await search(anna, "rose")).customers.map(({ name }) => name);
  expect(await names()).toEqual(["Rosencrantz", "Guildenrose", "Rose Archive"]);
  for (const letter of "ABCD") await add(anna, { name: `Rose ${letter}` });
  expect(await names()).toEqual(["Rose A", "Rose B", "Rose C", "Rose D", "Rosencrantz"]);
});

test("finds jobs by customer and by file name, newest first, with the matching file first", async () => {
  const anna = await signIn(server);
  const byFile = await insertJob(server, anna, {
    files: [{ name: "Till roll.pdf" }, { name: "Kestrel statement March.pdf" }],
  });
  const byName = await insertJob(server, anna, { customerName: "The Kestrel Inn", status: "failed" });
  await insertJob(server, anna, { files: [{ name: "100_percent.pdf" }] });

  expect((await search(anna, "kestrel")).jobs).toMatchObject([
    { id: byName, customerName: "The Kestrel Inn", light: { colour: "red" } },
    { id: byFile, fileNames: ["Kestrel statement March.pdf", "Till roll.pdf"] },
  ]);
  expect((await search(anna, "march kestrel")).jobs).toMatchObject([{ id: byFile }]);
  expect((await search(anna, "100%")).jobs).toEqual([]);
});

test("returns the newest jobs first even if the customer's jobs alone would fill the list", async () => {
  const anna = await signIn(server);
  const earliest = await insertJob(server, anna, { files: [{ name: "Kestrel 2024.pdf" }] });
  const ofCustomer: string[] = [];
  const ofCustomerToo = async () => {
    ofCustomer.push(
      await insertJob(server, anna, { customerName: "The Kestrel Inn", files: [{ name: "Kestrel.pdf" }] }),
    );
  };
  for (let count = 0; count < 4; count++) await ofCustomerToo();
  const between = await insertJob(server, anna, { files: [{ name: "Kestrel 2025.pdf" }] });
  await ofCustomerToo();
  const last = await insertJob(server, anna, { files: [{ name: "Kestrel 2026.pdf" }] });

  const found = (await search(anna, "kestrel")).jobs.map(({ id }) => id);

  const [, , third, fourth, fifth] = ofCustomer;
  expect(found).toEqual([last, fifth, between, fourth, third]);
  expect(found).not.toContain(earliest);
});

test("finds nothing of another practice, refuses an empty text, and requires a session", async () => {
  const [anna, stranger] = [await signIn(server), await signIn(server)];
  await add(anna, { name: "The Kestrel Inn" });
  await insertJob(server, anna, { customerName: "The Kestrel Inn" });
  expect(await search(stranger, "kestrel")).toEqual({ customers: [], jobs: [], pages: [] });
  expect((await anna.get("/api/search?q=%20")).statusCode).toBe(400);
  expect((await newClient(server.app).get("/api/search?q=kestrel")).statusCode).toBe(401);
});
