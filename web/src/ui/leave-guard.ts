import { useContext, useEffect, useRef, useState } from "react";
import { UNSAFE_NavigationContext as NavigationContext, type To } from "react-router";
import { guardHistory } from "./history-guard.ts";

type Way = () => void;

/**
 * Holds a person back who would leave the page by a link, a shortcut, or back and forward; closing the tab asks the browser's
 * own question. The router's blocker does the same, but needs its data routers, which would weigh 19 kB on every public page.
 * @param holds while true
 * @returns the way that was held back, to be gone by `leave` or forgotten by `stay`
 */
export function useLeaveGuard(holds: boolean): { asked: boolean; leave: () => void; stay: () => void } {
  const { navigator } = useContext(NavigationContext);
  const [way, setWay] = useState<{ go: Way } | null>(null);
  const open = useRef(false);

  useEffect(() => {
    if (!holds) return;
    const { push, replace } = navigator;
    open.current = false;
    const here = placeInHistory();
    const holdBack = (go: Way) => (open.current ? go() : setWay({ go }));
    navigator.push = (to: To, state, options) => holdBack(() => push.call(navigator, to, state, options));
    navigator.replace = (to: To, state, options) => holdBack(() => replace.call(navigator, to, state, options));

    let returning = false;
    const onPop = (event: PopStateEvent) => {
      if (open.current) return;
      event.stopImmediatePropagation();
      if (returning) {
        returning = false;
        return;
      }
      const steps = placeInHistory() - here;
      if (steps === 0) return;
      returning = true;
      history.go(-steps);
      setWay({ go: () => history.go(steps) });
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const unguard = guardHistory(onPop);
    addEventListener("beforeunload", onUnload);
    return () => {
      Object.assign(navigator, { push, replace });
      unguard();
      removeEventListener("beforeunload", onUnload);
    };
  }, [holds, navigator]);

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

/** The router numbers its entries. */
function placeInHistory(): number {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : 0;
}
