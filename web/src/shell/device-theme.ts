import { useEffect } from "react";
import { useUser } from "../api/accounts.ts";
import { deviceTheme, keepTheme } from "../ui/theme.ts";

/** Applies the user's stored theme to a new device, which from then on has its own. */
export function useDeviceTheme(): void {
  const stored = useUser().data?.theme;
  useEffect(() => {
    if (stored && deviceTheme() === undefined) keepTheme(stored);
  }, [stored]);
}
