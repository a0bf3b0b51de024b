import { queryOptions } from "@tanstack/react-query";
import { showFailure } from "../../ui/toast.tsx";
import { answerTo, apiBy, type CallOptions, isStatus } from "../client.ts";
import { adminSession, forgetAdmin } from "./session.ts";

/**
 * One call of the portal, with the token that the sign-in stored.
 * @throws ApiError for an answer that is not ok, and when there is none
 * @throws Error "No admin token found" without sending anything; "Admin authentication expired" when the server no
 *   longer knows
 * the token. Both end the sign-in, and the pages lead to /admin/login.
 */
async function adminAnswerTo<T>(method: string, path: string, options?: CallOptions) {
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

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function signedOut(why: string): Error {
  forgetAdmin();
  showFailure(why, "Sign in to continue.");
  return new Error(why);
}

export const adminApi = apiBy(adminAnswerTo);

/** The portal's default read: the key's segments joined with "/" are the path. */
export const adminRead =
  <T>() =>
  ({ queryKey, signal }: { queryKey: readonly unknown[]; signal: AbortSignal }) =>
    adminApi.get<T>(queryKey.join("/"), signal);

/** What other people and the clock change unannounced: read anew whenever it is opened. @param path in segments */
export const adminQuery = <T>(...path: [string, ...string[]]) =>
  queryOptions({ queryKey: path, queryFn: adminRead<T>(), staleTime: 0 });
