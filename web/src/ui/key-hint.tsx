import { useSingleKeys } from "./single-keys.ts";

/** Shows the key of a shortcut; screen readers announce `aria-keyshortcuts` instead. */
export function KeyHint({ children }: { children: string }) {
  if (!useSingleKeys()) return null;
  return (
    <span className="kbd" aria-hidden>
      {children}
    </span>
  );
}
