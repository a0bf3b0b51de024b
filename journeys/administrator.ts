import { codeOf } from "@sheaf/server/testing/authenticator.ts";
import type { Installation } from "./harness.ts";

export const operatorPassword = "correct horse of the operator";

/** An administrator who calls the API without a browser. */
export class Administrator {
  readonly #url: string;
  readonly #token: string;
  /** Each code works for one sign-in, together with the password. */
  readonly recoveryCodes: string[] = [];
  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Creates an administrator with the command line, signs in and sets up a second factor. */
  static async create(sheaf: Installation, email: string, name = "Olu Adeyemi"): Promise<Administrator> {
    await sheaf.answer(["admin", "create", "--name", name, "--email", email], [operatorPassword]);
    const answer = await fetch(`${sheaf.url}/api/admin/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: operatorPassword }),
    });
    if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`);
    const { token } = (await answer.json()) as { token: string };
    const administrator = new Administrator(sheaf.url, token);
    await administrator.#setUpSecondFactor();
    return administrator;
  }

  async #setUpSecondFactor(): Promise<void> {
    const started = await this.post("/api/admin/two-factor/start", { currentPassword: operatorPassword });
    const { secret } = (await started.json()) as { secret: string };
    const confirmed = await this.post("/api/admin/two-factor/confirm", { code: codeOf(secret) });
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
    this.recoveryCodes.push(...recoveryCodes);
  }

  async post(path: string, body: unknown): Promise<Response> {
    const answer = await fetch(this.#url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.#token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}
