import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { date } from "../../../ui/dates.ts";
import { TableHead } from "../../../ui/table-head.tsx";
import { count } from "../../../ui/words.ts";

interface WideTableProps {
  /** Accessible name of the table. */
  label: string;
  /** Headings of the columns before activity and actions. */
  heads: string[];
  /** WideRow elements. */
  children: ReactNode;
}

/** A list of people or practices, one row each; on a phone each row is a card. */
export function WideTable({ label, heads, children }: WideTableProps) {
  return (
    <table className="table table--wide" aria-label={label}>
      <TableHead heads={[...heads, "Activity", "Actions"]} words={heads.length + 1} />
      <tbody>{children}</tbody>
    </table>
  );
}

interface WideRowProps {
  name: string;
  /** Shown small below the name. */
  below: ReactNode;
  activity: { customerCount: number; documentCount: number; lastJobDate?: string | null | undefined };
  /** User whose page the row links to. */
  userId: string;
  /** History state of that link. */
  state?: unknown;
  /** Cells between the name and the activity. */
  children: ReactNode;
}

export function WideRow({ name, below, activity, userId, state, children }: WideRowProps) {
  const { customerCount, documentCount, lastJobDate } = activity;
  return (
    <tr>
      <td className="c-main">
        <div className="cell">
          <b>{name}</b>
          {below}
        </div>
      </td>
      {children}
      <td>
        <div className="cell num">
          {count(customerCount, "customer")}, {count(documentCount, "document")}
          <span>{lastJobDate ? `last job ${date(lastJobDate)}` : "no jobs yet"}</span>
        </div>
      </td>
      <td className="r">
        <Link className="btn btn--sm" to={`/admin/users/${userId}`} state={state} aria-label={`View ${name}`}>
          <Eye className="i i--14" aria-hidden />
          View
        </Link>
      </td>
    </tr>
  );
}
