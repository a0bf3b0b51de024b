import type { ReactNode } from "react";
import { Card } from "../../../ui/card.tsx";

interface TableCardProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** A card with a title and a note. */
export function TableCard({ title, note, children }: TableCardProps) {
  return (
    <Card title={title} region head={note && <span className="mute sm">{note}</span>}>
      {children}
    </Card>
  );
}
