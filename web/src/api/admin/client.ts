import { queryOptions } from "@tanstack/react-query";
import { showFailure } from "../../ui/toast.tsx";
import { answerTo, isStatus } from "../client.ts";
import { adminSession, forgetAdmin } from "./session.ts";

/**
 * One call of the portal, with the token that the sign-in stored.
 * @throws ApiError for an answer that is not ok, and when there is none
 * @throws Error "No admin token found" without sending anything; "Admin authentication expired" when the server no longer knows
 * the token. Both end the sign-in, and the pages lead to /admin/login.
 */
async function adminAnswerTo<T>(method: string, path: string, options: { body?: unknown; signal?: AbortSignal } = {}) {
  const session = adminSession();
  if (!session) throw signedOut("No admin token found");
  try {
    return await answerTo<T>(method, path, { ...options, headers: bearer(session.token) });
  } catch (error) {
    if (!isStatus(error, 401)) throw error;
    // Somebody who has signed in anew, or out, meanwhile is not bothered by a late answer.
    if (adminSession()?.token !== session.token) throw new Error("Admin authentication expired");
    throw signedOut("Admin authentication expired");
  }
}

const adminCall = async <T>(...request: Parameters<typeof adminAnswerTo>) => (await adminAnswerTo<T>(...request)).body;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function signedOut(why: string): Error {
  forgetAdmin();
  showFailure(why, "Sign in to go on.");
  return new Error(why);
}

export const adminApi = {
  get: <T>(path: string, signal?: AbortSignal) => adminCall<T>("GET", path, signal ? { signal } : {}),
  /** A part of a list; the headers count the rest. */
  part: <T>(path: string, signal?: AbortSignal) => adminAnswerTo<T[]>("GET", path, signal ? { signal } : {}),
  post: <T>(path: string, body?: unknown) => adminCall<T>("POST", path, { body }),
  put: <T>(path: string, body: unknown) => adminCall<T>("PUT", path, { body }),
  delete: <T>(path: string) => adminCall<T>("DELETE", path),
};

/** The portal's default read: the key's segments joined with "/" are the path. */
export const adminRead =
  <T>() =>
  ({ queryKey, signal }: { queryKey: readonly unknown[]; signal: AbortSignal }) =>
    adminApi.get<T>(queryKey.join("/"), signal);

/** What other people and the clock change unannounced: read anew whenever it is opened. @param path in segments */
export const adminQuery = <T>(...path: [string, ...string[]]) =>
  queryOptions({ queryKey: path, queryFn: adminRead<T>(), staleTime: 0 });
