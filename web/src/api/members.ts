import type { Invitation, Member } from "@sheaf/contracts/members.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { userQuery } from "./accounts.ts";
import { api, read } from "./client.ts";

export const membersQuery = queryOptions({ queryKey: ["/api/members"], queryFn: read<Member[]>() });
export const invitationsQuery = queryOptions({ queryKey: ["/api/invitations"], queryFn: read<Invitation[]>() });

/** A change of the practice's members or invitations. */
const useMembersChange = <Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  toasts: { done: string; failed?: string },
) =>
  useMutation({
    mutationFn,
    meta: { ...toasts, refreshes: [membersQuery.queryKey, invitationsQuery.queryKey, userQuery.queryKey] },
  });

/** The reason of a refusal is shown beside the field. */
export const useInvite = () =>
  useMembersChange((email: string) => api.post<Invitation>("/api/invitations", { email }), {
    done: "Invitation created",
  });

export const useResendInvitation = () =>
  useMembersChange((id: string) => api.post<Invitation>(`/api/invitations/${id}/resend`), {
    done: "Invitation renewed",
    failed: "Invitation failed",
  });

export const useRevokeInvitation = () =>
  useMembersChange((id: string) => api.delete<void>(`/api/invitations/${id}`), {
    done: "Invitation revoked",
    failed: "Update failed",
  });

export const useMakeOwner = () =>
  useMembersChange((id: string) => api.put<Member[]>(`/api/members/${id}`, { role: "owner" }), {
    done: "Practice handed over",
    failed: "Update failed",
  });

export const useRemoveMember = () =>
  useMembersChange((id: string) => api.delete<void>(`/api/members/${id}`), {
    done: "Member removed",
    failed: "Update failed",
  });
