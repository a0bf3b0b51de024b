import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { number } from "../../../ui/words.ts";
import { SlimTable } from "../pieces/slim-table.tsx";
import { TableCard } from "../pieces/table-card.tsx";

interface MoneyCardProps {
  title: string;
  waiting: number;
  /** What the operator has to do. */
  remedy: ReactNode;
  /** The list itself; shows a text when it has no rows. */
  children: ReactNode;
}

/** One kind of things that wait: their number, what to do, and the list. */
export function MoneyCard({ title, waiting, remedy, children }: MoneyCardProps) {
  if (waiting === 0) return <TableCard title={title}>{children}</TableCard>;
  return (
    <TableCard title={title} note={`${number(waiting)}, oldest first`}>
      <p className="dim sm remedy">{remedy}</p>
      {children}
    </TableCard>
  );
}

type MoneyTableProps<Row> = Pick<MoneyCardProps, "title" | "remedy"> &
  Pick<ComponentProps<typeof SlimTable<Row>>, "rows" | "columns" | "empty">;

/** A money card with a table; the first four columns contain text. */
export function MoneyTable<Row extends { id: string }>({ title, remedy, ...table }: MoneyTableProps<Row>) {
  return (
    <MoneyCard title={title} waiting={table.rows.length} remedy={remedy}>
      <SlimTable {...table} keyOf={({ id }) => id} words={4} />
    </MoneyCard>
  );
}

/** A practice, with a link to its owner's page while the owner exists. */
export function PayerLink({ payer: { name, ownerId } }: { payer: { name: string; ownerId: string | null } }) {
  if (ownerId === null) return <>{name} (deleted)</>;
  return <Link to={`/admin/users/${ownerId}`}>{name}</Link>;
}
