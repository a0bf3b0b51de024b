import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "../testing/client.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";
import { createAdmin } from "./service.ts";
import { admins } from "./table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const pat = { name: "Pat Lindqvist", email: "pat@operator.example", password: "plum otter canal" };
const create = (input: typeof pat) => createAdmin(server.services.db, server.services.config, input);

test("an administrator is made with the role Administrator and a hashed password", async () => {
  const made = await create(pat);

  expect(made).toEqual({ id: expect.any(String), name: pat.name, email: pat.email, role: "Administrator" });
  const [row] = await server.services.db.select().from(admins).where(eq(admins.id, made.id));
  expect(row?.passwordHash).toMatch(/^\$scrypt\$ln=4,r=8,p=3\$/);
});

test("an address is given once, whatever its case", async () => {
  await create({ ...pat, email: "ines@operator.example" });

  await expect(create({ ...pat, email: "INES@operator.example" })).rejects.toMatchObject({ code: "email-taken" });
});

test.each([
  ["without a name", { name: " " }, "bad-request"],
  ["with half an address", { email: "pat@" }, "bad-request"],
  ["with a short password", { password: "short" }, "weak-password"],
  ["with a well-known password", { password: "Administrator1" }, "weak-password"],
  ["with the address as password", { password: "pat@operator.example" }, "weak-password"],
])("an administrator %s is refused", async (_, wrong, code) => {
  await expect(create({ ...pat, ...wrong })).rejects.toMatchObject({ code });
});

test("an administrator is no user of a practice", async () => {
  const who = { ...pat, email: "omar@operator.example" };
  await create(who);

  const answer = await newClient(server.app).post("/api/login", { username: who.email, password: who.password });

  expect(answer.statusCode).toBe(401);
});
