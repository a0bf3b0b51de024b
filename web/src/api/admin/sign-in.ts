import type { AdminLogin, AdminLoginInput } from "@sheaf/contracts/admin/session.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { showFailure } from "../../ui/toast.tsx";
import { ApiError, call } from "../client.ts";
import { bearer } from "./client.ts";
import { adminSession, forgetAdmin, keepAdmin } from "./session.ts";

/** Removes what one administrator read in this browser before the next one signs in. */
const forgetReads = (queryClient: QueryClient) =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/") });

export function useAdminSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: AdminLoginInput) => call<AdminLogin>("POST", "/api/admin/login", { body: input }),
    onSuccess: (login) => {
      forgetReads(queryClient);
      keepAdmin(login);
    },
    onError: (error) => {
      if (!wantsCode(error)) showFailure("Login failed", describeFailure(error));
    },
    meta: { done: "Login successful" },
  });
}

/** The password was right and a code is required. */
export const wantsCode = (error: Error) => error instanceof ApiError && error.code === "two-factor-needed";

function describeFailure(error: Error): string {
  const answered = error instanceof ApiError && error.status > 0;
  if (!answered) return "An error occurred during login. Please try again.";
  return error.code === undefined ? "Invalid credentials" : error.sentence;
}

/**
 * Signs out in this browser at once, whether or not the server can be reached: a token that the server did not revoke
 * expires.
 */
export function useAdminSignOut() {
  const queryClient = useQueryClient();
  return () => {
    const session = adminSession();
    if (session) {
      call<void>("POST", "/api/admin/logout", { headers: bearer(session.token) }).catch((error: unknown) =>
        console.warn("The server could not be told of the logout", error),
      );
    }
    forgetAdmin();
    forgetReads(queryClient);
  };
}
