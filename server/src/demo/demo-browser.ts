import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type RegisterInput, user } from "@sheaf/contracts/accounts.ts";
import { type Customer, customer } from "@sheaf/contracts/customers.ts";
import { job } from "@sheaf/contracts/jobs.ts";
import { subscription } from "@sheaf/contracts/plans.ts";
import { z } from "zod";
import type { DemoCustomer, DemoJob } from "./invented.ts";

/** Talks to a running Sheaf as the web app does. */
export class DemoBrowser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Signs in, or up when there is no such account yet. @returns the practice's id */
  async signIn(person: RegisterInput): Promise<string> {
    const { username, password } = person;
    const known = await this.#send("/api/login", { username, password });
    const answer = known.ok ? known : await this.#send("/api/register", person);
    return user.parse(await read(answer)).practice.id;
  }

  async isSubscribed(): Promise<boolean> {
    const answer = await this.#send("/api/subscription");
    if (answer.status === 404) return false;
    return subscription.parse(await read(answer)).status === "active";
  }

  async customers(): Promise<Customer[]> {
    return z.array(customer).parse(await read(await this.#send("/api/customers")));
  }

  async addCustomer(input: DemoCustomer): Promise<void> {
    await read(await this.#send("/api/customers", input));
  }

  async jobs() {
    return z.array(job).parse(await read(await this.#send("/api/jobs")));
  }

  async upload(customers: Customer[], { customerName, paths, choices }: DemoJob): Promise<void> {
    const form = new FormData();
    form.set("customerId", customers.find(({ name }) => name === customerName)?.id ?? "");
    for (const [choice, value] of Object.entries(choices)) form.set(choice, String(value));
    for (const path of paths) form.append("files", new Blob([await readFile(path)]), basename(path));
    await read(await this.#send("/api/jobs", form));
  }

  /** @returns when every job has ended, or the time is up: the rest goes on in the background */
  async jobsEnded(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs;
    while (Date.now() < deadline) {
      const going = (await this.jobs()).filter(({ status }) => status === "pending" || status === "processing");
      if (going.length === 0) return;
      await delay(250);
    }
  }

  async #send(path: string, body?: object): Promise<Response> {
    const json = body !== undefined && !(body instanceof FormData);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(this.#url + path, {
      method: body ? "POST" : "GET",
      headers: { cookie, ...(json ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
}

async function read(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`The demonstration could not be made: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
