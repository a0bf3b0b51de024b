import { type ProblemCode, problems } from "@sheaf/contracts/problems.ts";

/**
 * An intended refusal of a request. Any other error is a bug: logged in full, with a 500 response without details.
 * @param detail one sentence for the user: what is wrong and what to do; no ids, no paths
 * @param options.cause the underlying error: logged, never sent
 * @param options.retryAfterSeconds sent as Retry-After
 * @param options.field of the request body: "smtp.host"
 */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly retryAfterSeconds: number | undefined;
  readonly field: string | undefined;
  constructor(
    code: ProblemCode,
    detail: string,
    options: { cause?: unknown; retryAfterSeconds?: number; field?: string } = {},
  ) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.field = options.field;
  }
  get status(): number {
    return problems[this.code].status;
  }
}

export const nothingHere = () => new AppError("not-found", "There is nothing at this address.");
