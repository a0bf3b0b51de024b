import type { Problem } from "@sheaf/contracts/problems.ts";
import { Failure } from "../ui/failure.ts";
import { nobodyActed } from "./by-a-person.ts";

/** A call that did not succeed. `message` is "{status}: {what the server said}"; `sentence` alone is for people. */
export class ApiError extends Failure {
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;
  /** Which refusal of the contract it is; undefined when the answer was not one of ours. */
  readonly code: string | undefined;
  /** How long the server wants to be left alone, when it says so. */
  readonly retryAfterSeconds: number | undefined;

  /** Of the request's body, where the refusal is about one field: "mail.smtp.host". */
  readonly field: string | undefined;

  constructor(
    status: number,
    sentence: string,
    code?: string,
    { retryAfterSeconds, field }: { retryAfterSeconds?: number | undefined; field?: string | undefined } = {},
  ) {
    super(`${status}: ${sentence}`, sentence);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.field = field;
  }
}

const unreachable = "The server could not be reached. Check the connection and try again.";

/**
 * The error of an answer that is not ok.
 * @param body the answer's text: `{code, message}` from our server, anything from a proxy in between, or nothing
 * @param retryAfter the header of that name
 */
export function errorOf(status: number, statusText: string, body: string, retryAfter: string | null = null): ApiError {
  const problem = asProblem(body);
  const seconds = retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  return problem
    ? new ApiError(status, problem.message, problem.code, { retryAfterSeconds: seconds, field: problem.field })
    : new ApiError(status, body.trim() || statusText || "No answer", undefined, { retryAfterSeconds: seconds });
}

function asProblem(body: string): { code: string; message: string; field: string | undefined } | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null) return undefined;
    const { code = "", message, field } = value as Partial<Problem>;
    return typeof message === "string" ? { code, message, field } : undefined;
  } catch {
    return undefined;
  }
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/**
 * One call of the API, with the session's cookie. The answer is trusted to follow the contract: it is our own server's.
 * @param body a FormData goes as it is, anything else as JSON
 * @returns the parsed answer; undefined when it is empty
 * @throws ApiError for an answer that is not ok, and when there is none
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  return (await answerTo<T>(method, path, options)).body;
}

export interface CallOptions {
  body?: unknown;
  /** Besides those that every call has. */
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** As `call`, with the headers of the answer. */
export async function answerTo<T>(
  method: string,
  path: string,
  { body, headers, signal }: CallOptions = {},
): Promise<{ body: T; headers: Headers }> {
  const json = body !== undefined && !(body instanceof FormData);
  const response = await fetch(path, {
    method,
    credentials: "include",
    signal: signal ?? null,
    headers: {
      accept: "application/json",
      ...(json ? { "content-type": "application/json" } : {}),
      ...(nobodyActed() ? { "x-sheaf-background": "1" } : {}),
      ...headers,
    },
    body: body === undefined ? null : json ? JSON.stringify(body) : (body as FormData),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, unreachable);
  });
  const text = await response.text();
  if (!response.ok) {
    throw errorOf(response.status, response.statusText, text, response.headers.get("retry-after"));
  }
  return { body: (text === "" ? undefined : JSON.parse(text)) as T, headers: response.headers };
}

/** The calls by their methods. @param answer makes the call */
export function apiBy(answer: typeof answerTo) {
  const bodyOf = async <T>(...request: Parameters<typeof answerTo>) => (await answer<T>(...request)).body;
  return {
    get: <T>(path: string, signal?: AbortSignal) => bodyOf<T>("GET", path, { signal }),
    /** A part of a list; the headers count the rest. */
    part: <T>(path: string, signal?: AbortSignal) => answer<T[]>("GET", path, { signal }),
    post: <T>(path: string, body?: unknown) => bodyOf<T>("POST", path, { body }),
    put: <T>(path: string, body: unknown) => bodyOf<T>("PUT", path, { body }),
    delete: <T>(path: string) => bodyOf<T>("DELETE", path),
  };
}

export const api = apiBy(answerTo);

/**
 * The default read: the key's segments joined with "/" are the path.
 * @param on401 what "not signed in" means to this read; an error when left out
 */
export function read<T>(on401?: (error: ApiError) => T) {
  return async ({ queryKey, signal }: { queryKey: readonly unknown[]; signal: AbortSignal }): Promise<T> => {
    try {
      return await api.get<T>(queryKey.join("/"), signal);
    } catch (error) {
      if (on401 && error instanceof ApiError && error.status === 401) return on401(error);
      throw error;
    }
  };
}
