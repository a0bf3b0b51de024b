import { escapeHtml } from "../escape-html.ts";

/** Content of an email from Sheaf itself, for both the HTML and the text version. */
export interface EmailContent {
  /** Sender name above the heading. */
  sender: string;
  heading: string;
  paragraphs: string[];
  /** A list of items with a total. */
  list?: { rows: ListRow[]; total: ListRow };
  afterword?: string;
  action?: { label: string; link: string };
  /** Small print below the content. */
  footer: string;
}

interface ListRow {
  name: string;
  value: string;
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";

/** Renders the HTML version, at most 560 px wide: only tables and inline styles, no pictures, no external fonts. */
export function renderHtmlEmail(content: EmailContent): string {
  const { sender, heading, paragraphs, list, afterword, action, footer } = content;
  const cell = (style: string, content: string) => `<tr><td style="${style}">${content}</td></tr>`;
  const rows = [
    cell("padding:28px 32px 0;font-size:13px;line-height:20px;color:#696355;", escapeHtml(sender)),
    cell(
      "padding:4px 32px 0;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-0.01em;",
      escapeHtml(heading),
    ),
    ...paragraphs.map((words) =>
      cell("padding:12px 32px 0;font-size:15px;line-height:24px;color:#4F4B40;", escapeHtml(words)),
    ),
    ...(list ? [cell("padding:20px 32px 0;", ledger(list))] : []),
    ...(afterword
      ? [cell("padding:20px 32px 0;font-size:14px;line-height:22px;color:#4F4B40;", escapeHtml(afterword))]
      : []),
    ...(action ? [cell("padding:20px 32px 0;", button(action)), cell(...addressBelow(action.link))] : []),
    cell("padding:0 0 28px;font-size:0;line-height:0;", "&nbsp;"),
  ];
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;padding:0;background:#F6F3EC;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#F6F3EC;"><tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;background:#FFFDF9;border:1px solid #E3DDD0;border-radius:8px;${font}color:#1D1B16;">
${rows.join("\n")}
</table>
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;${font}">
${cell("padding:16px 32px 0;font-size:12px;line-height:18px;color:#696355;", escapeHtml(footer))}
</table>
</td></tr></table>
</body></html>
`;
}

export function renderTextEmail(content: EmailContent): string {
  const { heading, paragraphs, list, afterword, action } = content;
  const body = [
    heading,
    ...paragraphs,
    ...(list ? [[...list.rows, list.total].map(({ name, value }) => `${name}: ${value}`).join("\n")] : []),
    ...(afterword ? [afterword] : []),
    ...(action ? [`${action.label}:\n${action.link}`] : []),
  ];
  return `${content.sender}\n\n${body.join("\n\n")}\n\n-- \n${content.footer}\n`;
}

function ledger({ rows, total }: { rows: ListRow[]; total: ListRow }): string {
  const line = ({ name, value }: ListRow, edges: string, weight: string, colour: string) =>
    `<tr><td style="padding:9px 0;${edges}${weight}">${escapeHtml(name)}</td><td align="right" style="padding:9px 0;${edges}${weight}${colour}white-space:nowrap;">${escapeHtml(value)}</td></tr>`;
  const items = rows.map((row) => line(row, "border-top:1px solid #E3DDD0;", "", "color:#696355;"));
  const sum = line(total, "border-top:1px solid #1D1B16;border-bottom:3px double #1D1B16;", "font-weight:600;", "");
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px;line-height:20px;">${items.join("")}${sum}</table>`;
}

function button({ label, link }: { label: string; link: string }): string {
  const style =
    "display:inline-block;padding:10px 18px;background:#1A5A3E;border-radius:8px;color:#FFFFFF;font-size:15px;line-height:24px;font-weight:600;text-decoration:none;";
  return `<a href="${escapeHtml(link)}" style="${style}">${escapeHtml(label)}</a>`;
}

/**
 * Shows the link as text, for mail programs that do not show the button and for users who check a link before opening
 * it.
 */
function addressBelow(link: string): [style: string, content: string] {
  return [
    "padding:14px 32px 0;font-size:13px;line-height:20px;color:#696355;word-break:break-all;",
    `Or open this address: ${escapeHtml(link)}`,
  ];
}
