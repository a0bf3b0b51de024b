import { useEffect } from "react";
import { useUser } from "../api/accounts.ts";
import { deviceTheme, keepTheme } from "../ui/theme.ts";

/** A new device starts with the theme stored for its person; from then on it has its own. */
export function useDeviceTheme(): void {
  const stored = useUser().data?.theme;
  useEffect(() => {
    if (stored && deviceTheme() === undefined) keepTheme(stored);
  }, [stored]);
}
