import type { ReactNode } from "react";

interface CardProps {
  title: string;
  /** Beside the title. */
  head?: ReactNode;
  /** A region of its own for screen readers, under its title. */
  region?: boolean;
  children: ReactNode;
}

/** A part of a page with its name above it. */
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
