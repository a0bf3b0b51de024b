import { type RefCallback, useState } from "react";

/** More than a screenful; the rest is rendered while scrolling. */
const step = 40;

/**
 * Renders a long list in steps.
 * @param about identifies the list: when it changes, rendering starts at the top again
 * @returns the part to render, whether there is more, and the ref of the element that adds more when it becomes visible
 */
export function useGrowing<Item>(list: Item[], about: string) {
  const [grown, setGrown] = useState({ about, length: step });
  const length = grown.about === about ? grown.length : step;
  const grow = () => setGrown({ about, length: length + step });
  // A new function on each render, so that an end that is still visible is observed again.
  const end: RefCallback<Element> = (element) => {
    if (!element || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && grow(), { rootMargin: "600px" });
    observer.observe(element);
    return () => observer.disconnect();
  };
  return { shown: list.slice(0, length), more: list.length > length, grow, end };
}
