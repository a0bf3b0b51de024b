import { useSingleKeys } from "./single-keys.ts";

/** The key that does the same, for those who see it; others are told by `aria-keyshortcuts`. */
export function KeyHint({ children }: { children: string }) {
  if (!useSingleKeys()) return null;
  return (
    <span className="kbd" aria-hidden>
      {children}
    </span>
  );
}
