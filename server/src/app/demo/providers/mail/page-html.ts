import { escapeHtml } from "../../../../platform/escape-html.ts";
import { demoPage } from "../demo-page.ts";
import { mailOutcomes } from "../mail-outcomes.ts";
import type { MailMessage } from "./message.ts";

/** Renders the list of all stored messages, newest first. */
export function listPage(messages: MailMessage[]): string {
  const list =
    messages.length === 0
      ? `<p class="empty">No emails yet. Send a job to an accounting inbox, or ask for a new password.</p>`
      : `<ul class="list">${messages.map(row).join("")}</ul>`;
  const words = Object.entries(mailOutcomes).map(
    ([word, what]) => `<dt><code>${escapeHtml(word)}@…</code></dt><dd>${escapeHtml(what)}.</dd>`,
  );
  return sheet(
    "Emails of the demonstration",
    `<h1>Emails of the demonstration</h1>
    <p class="dim">Everything that Sheaf sends here comes to this page, and goes nowhere else. Reload it for the latest.</p>
    ${list}
    <h2>Try what else can happen</h2>
    <p class="dim">An inbox takes what it is sent, unless one of these words stands in its address before the @.</p>
    <dl>${words.join("")}</dl>`,
  );
}

/** A term of the description list, with its value in HTML. */
type Fact = [term: string, html: string];

/** Renders one message: sender, recipient, state and content. */
export function messagePage(message: MailMessage): string {
  const { id, from, to, replyTo, subject, at, text, html, attachments, answers } = message;
  const facts: Fact[] = [
    ["From", named(from)],
    ["To", escapeHtml(to)],
    ...(replyTo ? ([["Answers to", named(replyTo)]] as Fact[]) : []),
    ["Sent", when(at)],
    [
      "Attached",
      attachments.map(({ name, sizeBytes }) => `${escapeHtml(name)} (${size(sizeBytes)})`).join("<br>") || "nothing",
    ],
    ...(message.state === "lost"
      ? ([
          ["What happened", "The mail service returned 502 after it had accepted the email, and forwarded nothing."],
        ] as Fact[])
      : []),
    ...answers.map((said): Fact => ["The inbox said", `“${escapeHtml(said.words)}” ${when(said.at)}`]),
  ];
  const list = facts.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join("");
  const frame = `<iframe title="The email" src="/messages/${id}.html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return sheet(
    subject,
    `<p><a href="/">All emails</a></p>
    <h1>${escapeHtml(subject)}</h1>
    <p>${badge(message)}</p>
    <dl>${list}</dl>
    ${html ? frame : ""}
    <details${html ? "" : " open"}><summary>As plain text</summary><pre>${linked(text)}</pre></details>
    <p><a href="/messages/${id}.eml">Download the email with its attachments</a></p>`,
  );
}

export const missingPage = () =>
  sheet("No such email", `<h1>There is no such email</h1><p><a href="/">All emails</a></p>`);

function row(message: MailMessage): string {
  const { id, to, subject, at, attachments } = message;
  const pdfs = attachments.length === 0 ? "" : ` · ${attachments.length} attached`;
  return `<li><a href="/messages/${id}"><b>${escapeHtml(subject)}</b>${badge(message)}
    <span class="dim">${escapeHtml(to)}${pdfs} · ${when(at)}</span></a></li>`;
}

const states: Record<MailMessage["state"], [kind: string, words: string]> = {
  "on-its-way": ["busy", "On its way"],
  "put-off": ["busy", "Put off"],
  delivered: ["ok", "Delivered"],
  bounced: ["bad", "Bounced"],
  lost: ["bad", "Answered 502"],
};

function badge({ state, nextTryAt }: MailMessage): string {
  const [kind, words] = states[state];
  const next = state === "put-off" && nextTryAt ? `, next try at ${clock(new Date(nextTryAt))}` : "";
  return `<span class="badge ${kind}">${words}${next}</span>`;
}

const named = ({ name, address }: { name: string; address: string }) =>
  escapeHtml(name ? `${name} <${address}>` : address);
const clock = (date: Date) => date.toLocaleTimeString("en-GB");
const when = (at: string) =>
  `<time datetime="${escapeHtml(at)}">${new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${clock(new Date(at))}</time>`;
const size = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-GB")} KB`;

/** Escapes a text and turns its web addresses into links. */
function linked(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  return parts
    .map((part, index) =>
      index % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part)}" target="_blank" rel="noopener">${escapeHtml(part)}</a>`,
    )
    .join("");
}

const sheet = (title: string, body: string) =>
  demoPage({ title, label: "these emails stay on this machine.", style, body });

const style = `  :root { color-scheme: light dark; --line: light-dark(#e3ddd0, #2a2c27); --dim: light-dark(#696355, #98958a);
    font: 15px/1.5 "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  body { margin: 0; background: light-dark(#f6f3ec, #121311); color: light-dark(#1d1b16, #edeae2); }
  main { box-sizing: border-box; max-width: 760px; margin: 24px auto; padding: 24px 28px; border-radius: 8px;
    background: light-dark(#fffdf9, #1a1b18); border: 1px solid var(--line); overflow-wrap: anywhere; }
  @media (max-width: 600px) { main { margin: 0; padding: 20px 16px; border-width: 0; border-radius: 0; } }
  h1 { margin: 0 0 8px; font-size: 1.35rem; line-height: 1.3; } h2 { margin: 32px 0 4px; font-size: 1rem; } p { margin: 0 0 12px; }
  a { color: light-dark(#1a5a3e, #83cba6); } .dim { color: var(--dim); } .empty { padding: 32px 0; color: var(--dim); }
  .list { list-style: none; margin: 20px 0 0; padding: 0; border-top: 1px solid var(--line); }
  .list a { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: baseline; padding: 12px 0; border-bottom: 1px solid var(--line);
    color: inherit; text-decoration: none; }
  .list a:hover b { text-decoration: underline; } .list b { flex: 1 1 auto; } .list .dim { flex: 1 0 100%; font-size: 0.875rem; }
  .badge { padding: 1px 8px; border-radius: 99px; font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
  .ok { background: light-dark(#e0efe3, #182b20); color: light-dark(#1a6a3f, #74ce99); }
  .busy { background: light-dark(#f8ebcf, #302612); color: light-dark(#7f5206, #e9b659); }
  .bad { background: light-dark(#fbe9e4, #351d19); color: light-dark(#a62c1f, #f2988a); }
  dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 16px; margin: 12px 0 20px; }
  dt { color: var(--dim); } dd { margin: 0; } time { white-space: nowrap; }
  iframe { display: block; box-sizing: border-box; width: 100%; height: 560px; margin-bottom: 16px; border: 1px solid var(--line);
    border-radius: 8px; background: #f6f3ec; color-scheme: light; }
  summary { cursor: pointer; } pre { white-space: pre-wrap; font: inherit; padding: 12px 0; } details { margin-bottom: 16px; }
  :focus-visible { outline: 2px solid light-dark(#1a5a3e, #83cba6); outline-offset: 2px; }`;
