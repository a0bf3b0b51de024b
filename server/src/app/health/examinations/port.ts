import type { Config } from "../../../platform/config/config.ts";
import { failed, type Outcome, ok } from "../outcome.ts";

const responseTimeoutMs = 2_000;

/** What responds on the port that Sheaf listens on. "none": nothing does, the port is free. */
export type Listener = "sheaf" | "unready-sheaf" | "another" | "none";

/** Sends a request to the port, as the health check of a proxy does. */
export async function findListener({ host, port }: Pick<Config, "host" | "port">): Promise<Listener> {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  const url = `http://${name.includes(":") ? `[${name}]` : name}:${port}/readyz`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(responseTimeoutMs), redirect: "manual" });
    const said: unknown = await answer.json().catch(() => undefined);
    if (typeof said !== "object" || said === null || !("database" in said && "queue" in said)) return "another";
    return answer.status === 200 ? "sheaf" : "unready-sheaf";
  } catch (error) {
    return isRefused(error) ? "none" : "another";
  }
}

/** Returns whether the connection was refused on all addresses of the host name. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(isRefused);
  return ("code" in error && error.code === "ECONNREFUSED") || isRefused(error.cause);
}

/** Examines whether Sheaf is running on its port, or whether the port is free. */
export function judgePort(listener: Listener, port: number): Outcome {
  switch (listener) {
    case "sheaf":
      return ok(`Sheaf runs on port ${port}.`);
    case "unready-sheaf":
      return failed(`Sheaf runs on port ${port} but reports that it is not ready.`, {
        words: "This command names the reason.",
        command: `curl http://localhost:${port}/readyz`,
      });
    case "another":
      return failed(`Port ${port} is used by another program.`, {
        words: "Stop that program, or choose another port.",
        command: `PORT=${port + 1} ./sheaf start`,
      });
    case "none":
      return ok(`Port ${port} is free: Sheaf is not running on it.`);
  }
}
