import type { MailSender, OutboxMessage, TestEmailResult } from "@sheaf/contracts/mail.ts";
import { type InfiniteData, infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { api, read } from "./client.ts";
import { useInstallation } from "./installation.ts";

/** Returns whether the mail service reports later that an email was delivered; a mail server of one's own does not. */
export function useConfirms(): boolean {
  const transport = useInstallation()?.mailTransport;
  return transport !== undefined && transport !== "outbox" && transport !== "smtp";
}

/** Returns whether emails leave this installation; true while that is not known yet. */
export const useSendsEmail = (): boolean => useInstallation()?.mailTransport !== "outbox";

const pageSize = 20;

export const mailSenderQuery = queryOptions({ queryKey: ["/api/test-email"], queryFn: read<MailSender>() });

interface OutboxPage {
  messages: OutboxMessage[];
  total: number;
  more: boolean;
}

/** Emails stored in the outbox instead of sent, newest first. */
export const outboxQuery = infiniteQueryOptions({
  queryKey: ["/api/outbox"],
  queryFn: async ({ pageParam, signal }): Promise<OutboxPage> => {
    const cursor = pageParam ? `&cursor=${pageParam}` : "";
    const { body, headers } = await api.part<OutboxMessage>(`/api/outbox?limit=${pageSize}${cursor}`, signal);
    return { messages: body, total: Number(headers.get("x-total-count")), more: headers.has("link") };
  },
  initialPageParam: "",
  getNextPageParam: ({ messages, more }) => (more ? messages.at(-1)?.id : undefined),
});

export const messagesIn = ({ pages }: InfiniteData<OutboxPage>) => pages.flatMap(({ messages }) => messages);

/** The page shows the result: an email that was only stored has not been sent. */
export function useTestEmail() {
  return useMutation({ mutationFn: (email: string) => api.post<TestEmailResult>("/api/test-email", { email }) });
}
