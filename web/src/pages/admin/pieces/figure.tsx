import type { ReactNode } from "react";
import { Tip } from "../../../ui/tip.tsx";

interface FigureProps {
  label: string;
  /** What exactly is counted; shown on hover and focus. */
  definition: string;
  figure: string;
  note: ReactNode;
}

/** A large number with its label and a note. */
export function Figure({ label, definition, figure, note }: FigureProps) {
  return (
    <div>
      <Tip text={definition}>
        <button className="k defined" type="button">
          {label}
        </button>
      </Tip>
      <div className="fig num">{figure}</div>
      <p className="mute sm num">{note}</p>
    </div>
  );
}
