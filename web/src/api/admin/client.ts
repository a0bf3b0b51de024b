import { queryOptions } from "@tanstack/react-query";
import { showFailure } from "../../ui/toast.tsx";
import { answerTo, apiBy, type CallOptions, isStatus } from "../client.ts";
import { adminSession, forgetAdmin } from "./session.ts";

/**
 * One call of the portal, with the token stored at sign-in.
 * @throws ApiError for a response that is not ok, and when there is no response
 * @throws Error "No admin token found" without sending anything; "Admin authentication expired" when the server does
 * not accept the token any more. Both end the sign-in, and the pages redirect to /admin/login.
 */
async function adminAnswerTo<T>(method: string, path: string, options?: CallOptions) {
  const session = adminSession();
  if (!session) throw signedOut("No admin token found");
  try {
    return await answerTo<T>(method, path, { ...options, headers: bearer(session.token) });
  } catch (error) {
    if (!isStatus(error, 401)) throw error;
    // A late response does not disturb an administrator who has signed in again, or out, meanwhile.
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

/** The portal's default query function: the key's segments joined with "/" are the path. */
export const adminRead =
  <T>() =>
  ({ queryKey, signal }: { queryKey: readonly unknown[]; signal: AbortSignal }) =>
    adminApi.get<T>(queryKey.join("/"), signal);

/**
 * A query of data that changes without an event: read again whenever it is opened.
 * @param path in segments
 */
export const adminQuery = <T>(...path: [string, ...string[]]) =>
  queryOptions({ queryKey: path, queryFn: adminRead<T>(), staleTime: 0 });
