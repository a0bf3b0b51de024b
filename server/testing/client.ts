import type { FastifyInstance } from "fastify";

export interface Answer {
  statusCode: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: string;
  bytes: Buffer;
  /** The body parsed as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read response bodies without types
  json(): any;
}

/** An HTTP client that keeps cookies, like a browser, and sends JSON and forms. */
export interface Client {
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  put(url: string, body: object): Promise<Answer>;
  delete(url: string): Promise<Answer>;
  /** multipart/form-data in the order given. */
  upload(url: string, form: FormData, headers?: Record<string, string>): Promise<Answer>;
  /** Like `upload`, with PUT. */
  replace(url: string, form: FormData): Promise<Answer>;
  /** The value of the Cookie header. */
  cookies(): string;
}

/** @param always headers that every request carries */
export function newClient(app: FastifyInstance, always: Record<string, string> = {}): Client {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

  const send = async (
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    payload?: object | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...always, ...headers, ...(jar.size > 0 ? { cookie: cookies() } : {}) },
      ...(payload ? { payload } : {}),
    });
    for (const { name, value } of answer.cookies) {
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return {
      statusCode: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      bytes: answer.rawPayload,
      json: () => answer.json(),
    };
  };

  const sendForm = async (
    method: "POST" | "PUT",
    url: string,
    form: FormData,
    headers: Record<string, string> = {},
  ) => {
    const encoded = new Response(form);
    const type = encoded.headers.get("content-type") ?? "";
    return send(method, url, Buffer.from(await encoded.arrayBuffer()), { ...headers, "content-type": type });
  };

  return {
    get: (url, headers) => send("GET", url, undefined, headers),
    post: (url, body, headers) => send("POST", url, body, headers),
    put: (url, body) => send("PUT", url, body),
    delete: (url) => send("DELETE", url),
    upload: (url, form, headers) => sendForm("POST", url, form, headers),
    replace: (url, form) => sendForm("PUT", url, form),
    cookies,
  };
}
