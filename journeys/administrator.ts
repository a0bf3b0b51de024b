import type { Installation } from "./harness.ts";

const password = "correct horse of the operator";

/** Somebody who runs the installation, without a browser. */
export class Administrator {
  readonly #url: string;
  readonly #token: string;
  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async create(sheaf: Installation, email: string): Promise<Administrator> {
    await sheaf.answer(["admin", "create", "--name", "Olu Adeyemi", "--email", email], [password]);
    const answer = await fetch(`${sheaf.url}/api/admin/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`);
    const { token } = (await answer.json()) as { token: string };
    return new Administrator(sheaf.url, token);
  }

  async post(path: string, body: unknown): Promise<void> {
    const answer = await fetch(this.#url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.#token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  }
}
