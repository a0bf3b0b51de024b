import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createValue } from "./listeners.ts";

type Surface = "dialog" | "drawer" | "bar";

/** Surfaces open above the page; toasts avoid them. */
const open = createValue<Surface[]>([]);

/** Registers a surface while the component is mounted. */
export function useFloating(surface: Surface): void {
  useEffect(() => {
    open.set([...open.get(), surface]);
    return () => {
      const at = open.get().lastIndexOf(surface);
      open.set(open.get().filter((_, index) => index !== at));
    };
  }, [surface]);
}

const phone = globalThis.window?.matchMedia?.("(max-width: 720px)");

/** Returns whether the window is too narrow for anything beside a dialog. */
export const isPhone = () => phone?.matches ?? false;

function place() {
  // On a phone the primary button is at the bottom; in a dialog or a bar as well, in a drawer at its bottom right.
  const surfaces = open.get();
  if (isPhone() || surfaces.includes("dialog") || surfaces.includes("bar")) return "top";
  return surfaces.includes("drawer") ? "left" : "right";
}

export const useToastPlace = () => useSyncExternalStore(open.subscribe, place, () => "right" as const);

/** Footers of surfaces that fill a phone's screen; their progress is at the top. */
const feet = ".dialog--up .up__foot, .drawer__foot";

/**
 * Returns the height of the buttons at the bottom of a phone's screen, in CSS pixels: a toast is placed above them and
 * covers no progress.
 * @param shown whether there is a toast
 * @returns undefined where toasts have another position
 */
export function useFootHeight(shown: boolean): number | undefined {
  const surfaces = open.useValue();
  const [height, setHeight] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another surface has another footer
  useLayoutEffect(() => {
    setHeight(undefined);
    if (!shown || !isPhone()) return;
    const observer = new ResizeObserver(measure);
    let observed: HTMLElement | undefined;
    function measure() {
      const foot = [...document.querySelectorAll<HTMLElement>(feet)].at(-1);
      setHeight(foot?.offsetHeight);
      // One view of a dialog replaces another, and so its footer.
      if (foot === observed) return;
      observed = foot;
      observer.disconnect();
      if (foot) observer.observe(foot);
    }
    measure();
    return () => observer.disconnect();
  }, [shown, surfaces]);
  return height;
}
