import { useContext, useEffect, useRef, useState } from "react";
import { UNSAFE_NavigationContext as NavigationContext, parsePath, type To, useLocation } from "react-router";
import { guardHistory } from "./history-guard.ts";
import { guardNavigator } from "./navigator-guard.ts";

type Way = () => void;

/**
 * Stops the user from leaving the page by a link, a shortcut, or back and forward; closing the tab opens the browser's
 * own question. Replacing the address within the page is allowed. The router's blocker does the same, but needs its
 * data routers, which would add 19 kB to every public page.
 * @param holds the guard is active while this is true
 * @returns whether navigation was stopped; `leave` continues it, `stay` cancels it
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

/** Returns the router's index of the current history entry. */
function placeInHistory(): number {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : 0;
}
