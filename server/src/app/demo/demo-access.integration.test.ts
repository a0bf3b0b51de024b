import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { createAdmin } from "../admin/service.ts";
import { resetDemoPasswords } from "./demo-access.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SHEAF_DEMO: "1" } });
});
afterAll(() => server.close());

test("resetDemoPasswords restores the printed passwords after somebody has changed them", async () => {
  const { db, config } = server.services;
  const anna = await signIn(server);
  const robin = { name: "Robin Ashe", email: "robin@sheaf.example", password: "chosen by somebody else" };
  await createAdmin(db, config, robin);
  const signsIn = async (password: string) => {
    const user = await newClient(server.app).post("/api/login", { username: anna.username, password });
    const admin = await newClient(server.app).post("/api/admin/login", { email: robin.email, password });
    return [user.statusCode, admin.statusCode];
  };
  expect(await signsIn("the printed one")).toEqual([401, 401]);

  await resetDemoPasswords(db, config, {
    user: { name: anna.username, password: "the printed one" },
    admin: { name: robin.email, password: "the printed one" },
  });
  expect(await signsIn("the printed one")).toEqual([200, 200]);
});
