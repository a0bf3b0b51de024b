import { type ReactNode, useId } from "react";

/** A part of a page: title and description beside its controls. */
export function Section({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="sset" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <p className="mute sm">{about}</p>
      </header>
      <div className="card">{children}</div>
    </section>
  );
}
