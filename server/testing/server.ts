import { join } from "node:path";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import type { FastifyInstance } from "fastify";
import { inject } from "vitest";
import { buildApp } from "../src/app/app.ts";
import { confirmAddress } from "../src/app/sign-up/confirm-address.ts";
import { makePractice } from "../src/app/sign-up/register.ts";
import { startConversions, startOtherTasks } from "../src/app/tasks.ts";
import { hashPassword } from "../src/domain/accounts/passwords/password-hash.ts";
import { recordManualPayment } from "../src/domain/billing/ledger/payments.ts";
import { newId } from "../src/platform/ids.ts";
import { type Answer, type Client, newClient } from "./client.ts";
import { openTestServices, type TestServices } from "./services.ts";

export interface TestServer {
  app: FastifyInstance;
  /** It runs the real engine, which may take long to read pages. */
  hasRealEngine?: boolean;
  services: TestServices;
  close(): Promise<void>;
}

/**
 * Starts the whole API on a fresh database and data folder.
 * @param options.worker also run tasks in this process: true with the real engine in its sandbox, or with the engine
 *   given
 * @param options.clusterUrl the PostgreSQL server; by default the test run's
 */
export async function startTestServer(
  options: { worker?: boolean | Engine; env?: Record<string, string>; clusterUrl?: string } = {},
): Promise<TestServer> {
  const { worker = false, ...rest } = options;
  const services = await openTestServices({ worker: worker !== false, ...rest });
  const engine = worker === true ? await realEngine(services) : worker || undefined;
  if (engine) {
    await startConversions(services.queue, { ...services, engine });
    await startOtherTasks(services.queue, services);
  }
  const app = await buildApp(services);
  return {
    app,
    hasRealEngine: worker === true,
    services,
    async close() {
      await app.close();
      await services.close(async () => {
        if (worker === true) await engine?.close();
      });
    },
  };
}

/** Imported only when needed, because the real engine uses LibreOffice. */
async function realEngine({ config }: TestServices): Promise<Engine> {
  const { openEngine } = await import("@sheaf/engine/engine.ts");
  return openEngine({
    scratchDir: join(config.dataDir, "scratch"),
    // Other users cannot enter this data folder, so the probe is not the one of the engine's own tests.
    cacheDir: join(inject("engineCacheDir"), "server"),
    children: config.workers,
    sandbox: config.sandbox,
    locale: config.locale,
    timeZone: config.timeZone,
  });
}

export interface SignedIn extends Client {
  practiceId: string;
  userId: string;
  username: string;
  password: string;
}

/**
 * Creates a practice and signs its owner in, with the same requests as the browser. The own practice of an installation
 * has no plan.
 * @param options.plan slug of the plan it has paid for; null for none
 * @param options.confirmed whether the owner has confirmed their email address
 */
export async function signIn(
  server: Pick<TestServer, "app" | "services">,
  options: { plan?: string | null; practiceName?: string; confirmed?: boolean } = {},
): Promise<SignedIn> {
  const { plan = "small-firm", practiceName = "Okafor & Co", confirmed = true } = options;
  const isOwn = server.services.config.installation === "practice";
  const client = newClient(server.app);
  const username = `anna-${newId().slice(-12)}`;
  const password = "correct horse battery staple";
  const person = {
    username,
    password,
    practiceName,
    email: `${username}@example.com`,
    firstName: "Anna",
    lastName: "Okafor",
  };
  const registered = isOwn ? await setUp(server, client, person) : await client.post("/api/register", person);
  if (registered.statusCode >= 300) throw new Error(`Registering failed: ${registered.body}`);
  const user = registered.json();
  const practiceId: string = user.practice.id;
  if (confirmed) {
    await server.services.db.transaction((tx) =>
      confirmAddress(tx, { practiceId, userId: user.id, email: user.email }),
    );
  }
  if (plan && !isOwn) {
    const payment = { practiceId, planSlug: plan, reference: `BACS ${username}` };
    await server.services.db.transaction((tx) => recordManualPayment(tx, payment));
  }
  return { ...client, practiceId, userId: user.id, username, password };
}

/** Creates an own practice, for which sign-up is closed. */
async function setUp(
  { services }: Pick<TestServer, "services">,
  client: Client,
  {
    password,
    ...person
  }: { username: string; password: string } & Omit<Parameters<typeof makePractice>[2], "passwordHash">,
): Promise<Answer> {
  const passwordHash = await hashPassword(password, services.config);
  await services.db.transaction((tx) =>
    makePractice(tx, services, { ...person, passwordHash }, { address: "127.0.0.1" }),
  );
  return client.post("/api/login", { username: person.username, password });
}
