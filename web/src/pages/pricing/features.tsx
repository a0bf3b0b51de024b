import { retention } from "@sheaf/contracts/limits.ts";
import { CircleDot, History, Inbox, Layers, Lock, ScanLine } from "lucide-react";
import { count } from "../../ui/words.ts";

const features = [
  {
    icon: Layers,
    title: "One merged PDF, or one for each file",
    text: "In the order you choose, with a bookmark for each file.",
  },
  { icon: ScanLine, title: "Every page A4", text: "Upright, whole, centred; landscape stays landscape." },
  {
    icon: Inbox,
    title: "Knows Dext, AutoEntry, Hubdoc, Xero, QuickBooks and Sage",
    text: "Follows each inbox’s limits on size, attachments and senders.",
  },
  {
    icon: CircleDot,
    title: "A traffic light for every job",
    text: "Processing, sent or needs you, always with the reason.",
  },
  {
    icon: History,
    title: "Audit trail",
    text: `Every upload and its result for as long as the account exists; who did what, for ${count(retention.auditYears, "year")}.`,
  },
  { icon: Lock, title: "Protected files", text: "Enter the password for that file, or replace it." },
];

export function Features() {
  return (
    <section className="sec" id="features">
      <h2>In every plan</h2>
      <ul className="feat">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon className="i i--20" aria-hidden />
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
