import { defined } from "@sheaf/contracts/defined.ts";
import type { Problem } from "@sheaf/contracts/problems.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { AppError, nothingHere } from "../errors.ts";
import { logOutage, refusalOfOutage } from "./outages.ts";

/**
 * Sends an error response. All have one format: `{code, message}` with the status of the catalogue in `problems.ts`.
 */
export function answerError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const outageMatch = error instanceof AppError || error.statusCode ? undefined : refusalOfOutage(error);
  const refusal = outageMatch?.refusal ?? asRefusal(error);
  if (outageMatch) logOutage(request.log, outageMatch.outage, error);
  else if (refusal.code === "internal-error") request.log.error({ err: error }, "A request failed");
  // The message is not logged, because it can contain personal data, such as a mail server's response.
  else if (refusal.status >= 500) request.log.warn({ code: refusal.code, err: refusal.cause }, "A request failed");
  else if (refusal.cause) request.log.info({ err: refusal.cause, code: refusal.code }, "Refused");
  return sendProblem(reply, refusal);
}

/**
 * Handles a URL that cannot be decoded, such as "/%ff". It matches no route, so the hooks that set headers do not run.
 */
export function answerUnroutableRequest(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  answerError(error, request, reply);
}

export function sendProblem(reply: FastifyReply, refusal: AppError): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", Math.ceil(refusal.retryAfterSeconds));
  const { code, message, field } = refusal;
  const body: Problem = defined({ code, message, field });
  // Serialised here, because the route's response schemas describe only successful responses.
  return reply
    .code(refusal.status)
    .type("application/json; charset=utf-8")
    .serializer((payload) => JSON.stringify(payload))
    .send(body);
}

function asRefusal(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  // A URL with a malformed id is treated like one with an unknown id.
  if ("validationContext" in error && error.validationContext === "params") return nothingHere();
  if (hasZodFastifySchemaValidationErrors(error)) {
    const field = error.validationContext === "body" ? fieldOf(error.validation) : undefined;
    return new AppError("bad-request", validationSentence(error.validation), field ? { field } : {});
  }
  if (error.statusCode === 413)
    return new AppError("upload-too-large", "The request is larger than this address accepts.");
  if (error.statusCode === 415)
    return new AppError("bad-request", "The request has a content type that is not supported.");
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError("bad-request", "The request could not be read. Reload the page and try again.", {
      cause: error,
    });
  }
  return new AppError("internal-error", "Something went wrong on our side. Try again in a moment.");
}

/** Returns the field of the first issue: "/smtp/host" becomes "smtp.host". */
const fieldOf = ([first]: { instancePath: string }[]) => first?.instancePath.split("/").filter(Boolean).join(".");

/** Formats the first issue as one sentence that names its field: "Output email: Enter a valid email address." */
export function validationSentence(issues: { instancePath: string; message?: string | undefined }[]): string {
  const [first] = issues;
  if (!first) return "Check what you entered.";
  const field = first.instancePath.split("/").findLast((part) => part !== "" && !/^\d+$/.test(part));
  const message = userMessage(first.message ?? "is not valid");
  if (message.endsWith(".")) return message;
  if (!field) return `${message}.`;
  const label = field.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const capital = `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
  if (message === isRequired) return `${capital} ${message}.`;
  const named = message.toLowerCase().includes(label);
  return named ? `${message}.` : `${capital}: ${message}.`;
}

const isRequired = "is required";

/** Replaces zod's default messages, which are written for programmers. */
function userMessage(message: string): string {
  if (/^Invalid input: expected .+, received undefined$/.test(message)) return isRequired;
  const options = /^Invalid option: expected one of (.+)$/.exec(message)?.[1];
  return options ? `Choose one of ${options.replaceAll('"', "").replaceAll("|", ", ")}` : message;
}
