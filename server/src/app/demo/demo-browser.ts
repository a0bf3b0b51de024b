import { type RegisterInput, user } from "@sheaf/contracts/accounts.ts";
import { type Customer, customer } from "@sheaf/contracts/customers.ts";
import { subscription } from "@sheaf/contracts/plans.ts";
import { z } from "zod";
import type { DemoCustomer } from "./demo-customers.ts";

/** Sends requests to a running Sheaf as the web app does. */
export class DemoBrowser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Signs in, or signs up when the account does not exist yet. @returns the practice's id */
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

  async #send(path: string, body?: object): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(this.#url + path, {
      method: body ? "POST" : "GET",
      headers: { cookie, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
}

async function read(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`The demonstration could not be created: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
