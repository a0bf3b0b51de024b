import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createValue } from "./listeners.ts";

type Surface = "dialog" | "drawer" | "bar";

/** What floats above the page right now; the toasts keep out of its way. */
const open = createValue<Surface[]>([]);

/** Tells that a surface is on screen for as long as the caller is. */
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

/** A window that has no room beside what is in it. */
export const isPhone = () => phone?.matches ?? false;

function place() {
  // On a phone the primary button is under the thumb; in a dialog or a bar it is at the bottom, in a drawer at its
  // bottom right.
  const surfaces = open.get();
  if (isPhone() || surfaces.includes("dialog") || surfaces.includes("bar")) return "top";
  return surfaces.includes("drawer") ? "left" : "right";
}

export const useToastPlace = () => useSyncExternalStore(open.subscribe, place, () => "right" as const);

/** Where what fills a phone's screen has its buttons; its progress stands at the top. */
const feet = ".dialog--up .up__foot, .drawer__foot";

/**
 * How much of a phone's screen the buttons at its bottom take, in CSS pixels: a toast stands above them, and hides no
 * progress.
 * @param shown whether there is a toast
 * @returns undefined where toasts have another place
 */
export function useFootHeight(shown: boolean): number | undefined {
  const surfaces = open.useValue();
  const [height, setHeight] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another surface there is another foot
  useLayoutEffect(() => {
    setHeight(undefined);
    if (!shown || !isPhone()) return;
    const observer = new ResizeObserver(measure);
    let observed: HTMLElement | undefined;
    function measure() {
      const foot = [...document.querySelectorAll<HTMLElement>(feet)].at(-1);
      setHeight(foot?.offsetHeight);
      // One view of a dialog takes the place of another, and its foot that of the other's.
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
