import type { ReactNode } from "react";

interface FactProps {
  term: string;
  /** The class of what is said of it. */
  look?: string | undefined;
  children: ReactNode;
}

/** One entry of a `<dl>`. */
export function Fact({ term, look, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={look}>{children}</dd>
    </div>
  );
}
