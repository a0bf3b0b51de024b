import type { ReactNode } from "react";

interface TableCardProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** A card with a name, and what is worth knowing of its contents beside it. */
export function TableCard({ title, note, children }: TableCardProps) {
  return (
    <section className="card" aria-label={title}>
      <div className="card__head">
        <h2>{title}</h2>
        {note && <span className="mute sm">{note}</span>}
      </div>
      {children}
    </section>
  );
}
