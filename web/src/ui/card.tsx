import type { ReactNode } from "react";

interface CardProps {
  title: string;
  /** Shown beside the title. */
  head?: ReactNode;
  /** Makes the card a landmark for screen readers, named by its title. */
  region?: boolean;
  children: ReactNode;
}

/** A part of a page with a title. */
export function Card({ title, head, region = false, children }: CardProps) {
  return (
    <section className="card" aria-label={region ? title : undefined}>
      <div className="card__head">
        <h2>{title}</h2>
        {head}
      </div>
      {children}
    </section>
  );
}
