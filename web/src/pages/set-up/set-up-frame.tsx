import type { ReactNode } from "react";
import { Mark } from "../../ui/brand.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import "./set-up.css";

interface SetUpFrameProps {
  heading: string;
  lead: ReactNode;
  children?: ReactNode;
}

/** Frame of the page in every state. */
export function SetUpFrame({ heading, lead, children }: SetUpFrameProps) {
  usePageTitle("Set up Sheaf");
  return (
    <main className="setup">
      <span className="brand brand--lg">
        <Mark />
        Sheaf
      </span>
      <header className="setup__head">
        <h1>{heading}</h1>
        <p>{lead}</p>
      </header>
      {children}
    </main>
  );
}
