import type { MailSender, OutboxMessage, TestEmailResult } from "@sheaf/contracts/mail.ts";
import { type InfiniteData, infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { api, read } from "./client.ts";
import { useInstallation } from "./installation.ts";

/** Whether the mail service tells later that an email has arrived; a mail server of one's own does not. */
export function useConfirms(): boolean {
  const transport = useInstallation()?.mailTransport;
  return transport !== undefined && transport !== "outbox" && transport !== "smtp";
}

/** Whether emails leave this installation; so it counts while that is not known yet. */
export const useSendsEmail = (): boolean => useInstallation()?.mailTransport !== "outbox";

const pageSize = 20;

export const mailSenderQuery = queryOptions({ queryKey: ["/api/test-email"], queryFn: read<MailSender>() });

interface OutboxPage {
  messages: OutboxMessage[];
  total: number;
  more: boolean;
}

/** Emails that were kept instead of sent, the newest first. */
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

/** What came of it is said by the page: an email that was only kept has not been sent. */
export function useTestEmail() {
  return useMutation({ mutationFn: (email: string) => api.post<TestEmailResult>("/api/test-email", { email }) });
}
