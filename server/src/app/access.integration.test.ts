import { type InstallationKind, installationKinds } from "@sheaf/contracts/installation.ts";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessTable } from "../../testing/access-table.ts";
import { administrator } from "../../testing/admin/administrator.ts";
import { type Answer, type Client, newClient } from "../../testing/client.ts";
import { insertJob } from "../../testing/jobs/job-rows.ts";
import { openPractice, type Practice } from "../../testing/jobs/practice.ts";
import { join } from "../../testing/members.ts";
import type { TestServer } from "../../testing/server.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { deliveries } from "../domain/delivery/table.ts";
import { jobFiles, outputs } from "../domain/jobs/table.ts";
import { newId } from "../platform/ids.ts";
import { buildApp } from "./app.ts";
import { registerSlices } from "./routes.ts";

const routes: string[] = [];
let services: TestServices;
let app: FastifyInstance;
/** The owner of all objects in the paths. */
let anna: Practice;
let ids: Record<string, string>;
/**
 * In a service, "stranger" and "expired" belong to other practices; in an own practice they are members of the only
 * one.
 */
let people: Record<"visitor" | "administrator" | "stranger" | "member" | "expired", Client>;

async function open(kind: InstallationKind): Promise<void> {
  routes.length = 0;
  services = await openTestServices({ env: { INSTALLATION: kind } });
  app = await buildApp(services, {
    slices: async (inner, all) => {
      inner.addHook("onRoute", ({ method, url }) => {
        if (method !== "HEAD") routes.push(`${method} ${url.replace(/\/$/, "")}`);
      });
      await registerSlices(inner, all);
    },
  });
  const server = { app, services, close: async () => {} };
  anna = await openPractice(server, "small-firm");
  ids = await thingsOf(anna);
  people = {
    visitor: newClient(app),
    administrator: await administrator(server),
    member: await join(server, anna, "Ben"),
    ...(await (kind === "service" ? openOthers(server) : joinOthers(server))),
  };
}

async function openOthers(server: TestServer) {
  const expired = await openPractice(server);
  await expired.expire();
  return { stranger: await openPractice(server), expired };
}

const joinOthers = async (server: TestServer) => ({
  stranger: await join(server, anna, "Cleo"),
  expired: await join(server, anna, "Dora"),
});

async function close(): Promise<void> {
  await app.close();
  await services.close();
}

async function thingsOf(practice: Practice): Promise<Record<string, string>> {
  const { db } = services;
  const { practiceId, customerId } = practice;
  const jobId = await insertJob({ app, services, close: async () => {} }, practice, {
    status: "failed",
    customerId,
    files: [{ state: "refused" }],
    emails: [{ state: "failed" }],
  });
  const outputId = newId();
  await db.insert(outputs).values({
    practiceId,
    jobId,
    id: outputId,
    position: 0,
    name: "a.pdf",
    pages: 1,
    sizeBytes: 1,
    sha256: "0",
  });
  const [file] = await db.select().from(jobFiles).where(eq(jobFiles.jobId, jobId));
  const [email] = await db.select().from(deliveries).where(eq(deliveries.jobId, jobId));
  const [session] = (await practice.get("/api/sessions")).json();
  return {
    jobId,
    outputId,
    customerId,
    fileId: file?.id ?? "",
    deliveryId: email?.id ?? "",
    sessionId: session.id,
    userId: practice.userId,
  };
}

/** Returns the path with the ids of Anna's objects. */
function pathOf(route: string): string {
  const own = route.includes("/jobs/")
    ? ids.jobId
    : route.includes("/customers/")
      ? ids.customerId
      : route.includes("/sessions/")
        ? ids.sessionId
        : route.includes("/members/")
          ? ids.userId
          : newId();
  return (route.split(" ")[1] ?? "")
    .replace(":fileId", ids.fileId ?? "")
    .replace(":deliveryId", ids.deliveryId ?? "")
    .replace(":outputId", ids.outputId ?? "")
    .replace(":page", "1")
    .replace(":provider", "sendgrid")
    .replace(":id", own ?? "");
}

async function call(who: Client, route: string): Promise<Answer> {
  const { body, form } = accessTable[route] ?? {};
  const url = route === "GET /api/search" ? "/api/search?q=a" : pathOf(route);
  const method = route.split(" ")[0];
  if (form) return method === "PUT" ? who.replace(url, aForm()) : who.upload(url, aForm());
  if (method === "GET") return who.get(url);
  if (method === "POST") return who.post(url, body);
  return method === "PUT" ? who.put(url, body ?? {}) : who.delete(url);
}

function aForm(): FormData {
  const form = new FormData();
  form.append("customerId", ids.customerId ?? "");
  form.append("files", new Blob(["a"]), "a.txt");
  return form;
}

const codeOf = (answer: Answer) => (answer.statusCode < 400 ? answer.statusCode : answer.json().code);

/** Returns whether the response is the one for an address without a route. */
const isNothing = (answer: Answer) =>
  answer.statusCode === 404 && answer.json().message === "There is nothing at this address.";

const rows = Object.entries(accessTable).map(([route, access]) => ({ route, ...access }));

describe.each(installationKinds)("an installation of the kind %s", (kind) => {
  const own = kind === "practice";
  const all = rows.filter(({ inPractice }) => !own || inPractice !== "not there");
  const closed = all.filter(({ who }) => who === "signed-in" || who === "owner");
  beforeAll(() => open(kind));
  afterAll(close);

  test("[S1.18] the table lists exactly the routes of the API", () => {
    expect(Object.keys(accessTable).sort()).toEqual(
      [...new Set(routes)].filter((route) => route.includes("/api/")).sort(),
    );
  });

  describe("without a session", () => {
    test.each(closed)("[S6.1] $route requires a session, and refuses an administrator's token", async ({ route }) => {
      expect(codeOf(await call(people.visitor, route))).toBe("not-signed-in");
      expect(codeOf(await call(people.administrator, route))).toBe("not-signed-in");
    });

    test.each(all.filter(({ who }) => who === "anyone"))("$route needs no session", async ({ route }) => {
      expect(codeOf(await call(people.visitor, route))).not.toBe("not-signed-in");
    });
  });

  test.each(own ? [] : all.filter((access) => access.foreign))(
    "$route does not reveal objects of another practice",
    async ({ route, foreign }) => {
      const { statusCode } = await call(people.stranger, route);
      expect(statusCode).toBe(foreign === "not there" ? 404 : foreign);
    },
  );

  test.each(all.filter(({ who }) => who === "owner"))("$route is only open to the owner", async ({ route }) => {
    expect(codeOf(await call(people.member, route))).toBe("owner-only");
    expect(codeOf(await call(anna, route))).not.toBe("owner-only");
  });

  const forMembers = all.filter(({ who, route }) => who === "signed-in" && route !== "GET /api/events");

  test.each(forMembers)("$route is open to every member", async ({ route }) => {
    // Ending sessions or deleting the customer would break the next calls, so another member makes these calls.
    const answer = await call(route.includes("DELETE") ? people.stranger : people.member, route);
    expect(["not-signed-in", "owner-only"]).not.toContain(codeOf(answer));
    expect(isNothing(answer)).toBe(false);
  });

  test.each(forMembers)(
    "$route is refused with an expired subscription only if it starts new work in a service",
    async ({ route, paid }) => {
      const code = codeOf(await call(people.expired, route));
      if (paid && !own) expect(code).toBe("subscription-expired");
      else expect(code).not.toBe("subscription-expired");
    },
  );

  test.each(rows.filter(({ inPractice }) => own && inPractice === "not there"))(
    "$route is about payments and does not exist in an own practice",
    async ({ route, who }) => {
      const portal = who === "administrator";
      for (const asking of portal ? [people.administrator] : [people.visitor, people.member, anna]) {
        const answer = await call(asking, route);
        expect(answer.statusCode).toBe(404);
        expect(isNothing(answer)).toBe(true);
      }
    },
  );

  test.each(rows.filter(({ inPractice }) => own && inPractice === "sign-up-closed"))(
    "$route is closed in an own practice, which people join by invitation",
    async ({ route }) => {
      const [, path = ""] = route.split(" ");
      const password = "correct horse battery staple";
      const person = { username: "eve", password, email: "eve@example.com", firstName: "Eve", lastName: "Hill" };
      expect(codeOf(await newClient(app).post(path, person))).toBe("sign-up-closed");
    },
  );

  describe("the admin portal", () => {
    const ofPortal = rows.filter(({ who }) => who === "administrator");
    const open = all.filter(({ who }) => who === "administrator");

    test.each(ofPortal)("[S6.6] $route is refused to everybody except administrators", async ({ route }) => {
      const broken = newClient(app, { authorization: `Bearer ${"a".repeat(43)}` });
      for (const who of [people.visitor, broken, people.stranger, people.member, anna, people.expired]) {
        expect(codeOf(await call(who, route))).toBe("admin-needed");
      }
    });

    test.each(open)("$route is open to an administrator", async ({ route }) => {
      const answer = await call(people.administrator, route);
      expect(codeOf(answer)).not.toBe("admin-needed");
      expect(isNothing(answer)).toBe(false);
    });
  });
});
