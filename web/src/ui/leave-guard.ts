import { useContext, useEffect, useRef, useState } from "react";
import { UNSAFE_NavigationContext as NavigationContext, parsePath, type To, useLocation } from "react-router";
import { guardHistory } from "./history-guard.ts";
import { guardNavigator } from "./navigator-guard.ts";

type Way = () => void;

/**
 * Holds a person back who would leave the page by a link, a shortcut, or back and forward; closing the tab asks the
 * browser's own question. What replaces the address within the page leads nowhere else and is let through. The router's
 * blocker does the same, but needs its data routers, which would weigh 19 kB on every public page.
 * @param holds while true
 * @returns the way that was held back, to be gone by `leave` or forgotten by `stay`
 */
export function useLeaveGuard(holds: boolean): { asked: boolean; leave: () => void; stay: () => void } {
  const { navigator } = useContext(NavigationContext);
  const { pathname } = useLocation();
  const [way, setWay] = useState<{ go: Way } | null>(null);
  const open = useRef(false);

  useEffect(() => {
    if (!holds) return;
    open.current = false;
    const here = placeInHistory();
    const unguardLinks = guardNavigator(navigator, (go, to, replaces) => {
      if (open.current || (replaces && pathOf(to) === pathname)) go();
      else setWay({ go });
    });

    let returning = false;
    const onPop = () => {
      if (open.current) return false;
      const steps = placeInHistory() - here;
      if (returning) returning = false;
      else if (steps !== 0) {
        returning = true;
        history.go(-steps);
        setWay({ go: () => history.go(steps) });
      }
      return true;
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const unguardHistory = guardHistory(onPop);
    addEventListener("beforeunload", onUnload);
    return () => {
      unguardLinks();
      unguardHistory();
      removeEventListener("beforeunload", onUnload);
    };
  }, [holds, navigator, pathname]);

  return {
    asked: way !== null,
    leave: () => {
      open.current = true;
      setWay(null);
      way?.go();
    },
    stay: () => setWay(null),
  };
}

const pathOf = (to: To) => (typeof to === "string" ? parsePath(to) : to).pathname;

/** The router numbers its entries. */
function placeInHistory(): number {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : 0;
}
