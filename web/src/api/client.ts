import type { Problem } from "@sheaf/contracts/problems.ts";
import { Failure } from "../ui/failure.ts";
import { isUserIdle } from "./idle-user.ts";

/** A failed call. `message` is "{status}: {message of the server}"; `sentence` is the part for people. */
export class ApiError extends Failure {
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Code of the problem in the contract; undefined when the response did not come from our server. */
  readonly code: string | undefined;
  /** Seconds to wait before the next try, from the header Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  /** Field of the request's body that the refusal is about: "mail.smtp.host". */
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
 * Converts a response that is not ok to an error.
 * @param body the response's text: `{code, message}` from our server, anything from a proxy in between, or nothing
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
 * One call of the API, with the session's cookie. The response is trusted to follow the contract: it comes from our own
 * server.
 * @param body a FormData is sent as it is, anything else as JSON
 * @returns the parsed response; undefined when it is empty
 * @throws ApiError for a response that is not ok, and when there is no response
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  return (await answerTo<T>(method, path, options)).body;
}

export interface CallOptions {
  body?: unknown;
  /** Added to the headers that every call has. */
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Like `call`, but returns the response's headers as well. */
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
      ...(isUserIdle() ? { "x-sheaf-background": "1" } : {}),
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

/**
 * Returns the calls by method.
 * @param answer makes the call
 */
export function apiBy(answer: typeof answerTo) {
  const bodyOf = async <T>(...request: Parameters<typeof answerTo>) => (await answer<T>(...request)).body;
  return {
    get: <T>(path: string, signal?: AbortSignal) => bodyOf<T>("GET", path, { signal }),
    /** Reads a part of a list; the response's headers contain the total. */
    part: <T>(path: string, signal?: AbortSignal) => answer<T[]>("GET", path, { signal }),
    post: <T>(path: string, body?: unknown) => bodyOf<T>("POST", path, { body }),
    put: <T>(path: string, body: unknown) => bodyOf<T>("PUT", path, { body }),
    delete: <T>(path: string) => bodyOf<T>("DELETE", path),
  };
}

export const api = apiBy(answerTo);

/**
 * The default query function: the key's segments joined with "/" are the path.
 * @param on401 result of a read by a user who is not signed in; when left out, the read fails
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
