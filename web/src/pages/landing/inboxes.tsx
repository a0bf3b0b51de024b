import { destinations } from "@sheaf/contracts/destinations.ts";
import { megabytes } from "../../ui/sizes.ts";
import { TableHead } from "../../ui/table-head.tsx";

const byName = new Map(destinations.map((inbox) => [inbox.name, inbox]));
const most = (name: string) => byName.get(name)?.maxAttachments?.value;

const inboxes = [
  { name: "Dext", takes: "One document per attachment", done: "Separate PDFs in one email" },
  { name: "AutoEntry", takes: "One document per attachment", done: "Separate PDFs in one email" },
  { name: "Hubdoc", takes: "One attachment per email", done: "One email for each PDF" },
  { name: "Xero", takes: `Up to ${most("Xero")} attachments`, done: `At most ${most("Xero")} PDFs to an email` },
  { name: "QuickBooks", takes: "Only senders invited in that company", done: "Tells you before you send" },
  { name: "Sage", takes: `Up to ${most("Sage")} PDFs and pictures`, done: "Converts other files to PDF first" },
];

/** ", 6 MB a file"; empty where the inbox states no limit. */
function sizeOf(name: string): string {
  const limit = byName.get(name)?.maxBytes?.value;
  return limit ? `, ${megabytes(limit.bytes)} MB ${limit.per === "file" ? "a file" : "an email"}` : "";
}

export function Inboxes() {
  return (
    <section className="sec wrap two">
      <div>
        <h2>Follows the rules of each inbox</h2>
        <p className="body">
          Each accounting inbox has its own rules about size, attachments and senders. Sheaf recognises the address and
          prepares PDFs that the inbox files correctly.
        </p>
      </div>
      <table className="table table--pub table--inbox" aria-label="Accounting inboxes">
        <TableHead heads={["Inbox", "What it takes", "What Sheaf does"]} />
        <tbody>
          {inboxes.map(({ name, takes, done }) => (
            <tr key={name}>
              <td>
                <b>{name}</b>
              </td>
              <td className="dim num">
                {takes}
                {sizeOf(name)}
              </td>
              <td>{done}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
