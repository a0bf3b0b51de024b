import { useEffect, useState } from "react";

/** In this tab alone, so that a reload keeps the code. */
const key = "set-up-code";

const codeInAddress = () => new URLSearchParams(location.hash.slice(1)).get("code") ?? "";

/**
 * The code of the address that was opened, else the one that was typed before; it leaves the address bar. Empty for
 * none.
 */
export function useSetUpCode(): [string, (code: string) => void] {
  const [code, setCode] = useState(() => codeInAddress() || (sessionStorage.getItem(key) ?? ""));
  useEffect(() => {
    sessionStorage.setItem(key, code);
    if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
  }, [code]);
  useEffect(() => {
    const changed = () => {
      if (codeInAddress() !== "") setCode(codeInAddress());
    };
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  }, []);
  return [code, setCode];
}

export const forgetSetUpCode = () => sessionStorage.removeItem(key);
