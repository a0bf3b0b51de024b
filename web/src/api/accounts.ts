import type { LoginInput, RegisterInput, User } from "@sheaf/contracts/accounts.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, read } from "./client.ts";
import { keepWhileWorking, stopWaiting } from "./ended-session.ts";

/** Null: nobody is signed in. */
export const userQuery = queryOptions({
  queryKey: ["/api/user"],
  queryFn: async (context) => (await read<User | null>("null")(context)) ?? keepWhileWorking(context.client),
});

export const useUser = () => useQuery(userQuery);

function useArrive() {
  const queryClient = useQueryClient();
  return (user: User) => {
    // What another person saw in this browser is not for this one.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "/api/user" });
    queryClient.setQueryData(userQuery.queryKey, user);
  };
}

export function useSignIn() {
  return useMutation({
    mutationFn: (input: LoginInput) => api.post<User>("/api/login", input),
    onSuccess: useArrive(),
    meta: { done: "Login successful", failed: "Login failed" },
  });
}

/** After the session ended in the middle of something: the page stays, and what failed meanwhile is read again. */
export function useSignInAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: LoginInput) => api.post<User>("/api/login", input),
    onSuccess: (user) => {
      queryClient.setQueryData(userQuery.queryKey, user);
      stopWaiting();
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "/api/user" });
    },
  });
}

export function useSignUp() {
  return useMutation({
    mutationFn: (input: RegisterInput) => api.post<User>("/api/register", input),
    onSuccess: useArrive(),
    meta: { failed: "Registration failed" },
  });
}

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<void>("/api/logout"),
    onSuccess: () => {
      queryClient.setQueryData(userQuery.queryKey, null);
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "/api/user" });
    },
    meta: { failed: "Logout failed" },
  });
}
