import { useEffect, useState } from "react";

/** Key in the session storage of this tab, so that a reload keeps the code. */
const key = "set-up-code";

const codeInAddress = () => new URLSearchParams(location.hash.slice(1)).get("code") ?? "";

/**
 * Returns the code from the address, otherwise the one typed before; it is removed from the address bar. Empty if there
 * is none.
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
