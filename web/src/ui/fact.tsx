import type { ReactNode } from "react";

interface FactProps {
  term: string;
  /** Class of the value. */
  look?: string | undefined;
  children: ReactNode;
}

/** A term and its value in a `<dl>`. */
export function Fact({ term, look, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={look}>{children}</dd>
    </div>
  );
}

/** A fact whose value is copied, such as an address. */
export const CopyableFact = (fact: Omit<FactProps, "look">) => <Fact look="copyable" {...fact} />;
