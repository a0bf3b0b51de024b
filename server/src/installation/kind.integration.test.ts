import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../accounts/table.ts";
import { endUnlimitedUse } from "../billing/own-practice.ts";
import { periods } from "../billing/table.ts";
import { openPractice, type Practice } from "../jobs/testing/practice.ts";
import { join } from "../testing/members.ts";
import { signIn, startTestServer, type TestServer } from "../testing/server.ts";
import { changeInstallationKind } from "./kind.ts";

let server: TestServer;
let anna: Practice;
beforeAll(async () => {
  server = await startTestServer();
  anna = await openPractice(server, "small-firm");
});
afterAll(() => server.close());

const become = async (kind: "practice" | "service") => {
  await server.services.db.transaction((tx) => changeInstallationKind(tx, kind));
  await server.services.liveConfig.refresh();
};
const usage = async () => (await anna.get("/api/usage")).json();
const subscription = async () => (await anna.get("/api/subscription")).json();

test("the practice is unlimited until an administrator ends it, and then has what it paid", async () => {
  const paid = await subscription();
  await become("practice");
  expect(await subscription()).toMatchObject({ status: "active", plan: { slug: "own-practice", price: 0 } });
  const own = await usage();
  expect(isUnlimited(own.documentsAllowed) && isUnlimited(own.documentsRemaining)).toBe(true);

  await become("service");
  expect(await subscription()).toMatchObject({ status: "active", plan: { slug: "own-practice" } });
  await server.services.db.transaction((tx) => endUnlimitedUse(tx, anna.practiceId));
  expect(await subscription()).toEqual(paid);
});

test("documents of an unlimited practice are not taken from what it paid", async () => {
  await become("practice");
  await anna.job([["one.txt", "one"]]);
  const used = await server.services.db.select().from(periods).where(eq(periods.practiceId, anna.practiceId));
  expect(
    used.filter(({ documentsUsed }) => documentsUsed > 0).map((period) => isUnlimited(period.documentsAllowed)),
  ).toEqual([true]);
  await become("service");
});

test("nobody is suspended by a plan as long as the practice is unlimited", async () => {
  const { db } = server.services;
  await become("practice");
  for (const name of ["Ben", "Cleo", "Dora"]) await join(server, anna, name);
  const suspended = () => db.$count(users, isNotNull(users.suspendedAt));
  expect(await suspended()).toBe(0);
  await become("service");
  expect(await suspended()).toBe(0);
  await db.transaction((tx) => endUnlimitedUse(tx, anna.practiceId));
  expect(await suspended()).toBe(1);
  await become("practice");
  expect(await suspended()).toBe(0);
  await become("service");
});

test("an installation with two practices stays a service", async () => {
  const other = await signIn(server);
  await expect(become("practice")).rejects.toMatchObject({ code: "several-practices" });
  expect(server.services.config.installation).toBe("service");
  expect((await other.get("/api/subscription")).json().plan.slug).toBe("small-firm");
});
