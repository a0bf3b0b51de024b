import { type RefCallback, useState } from "react";

/** A screenful and more; the rest comes as somebody scrolls to it. */
const step = 40;

/**
 * A long list drawn bit by bit.
 * @param about what the list is of: when that changes it begins at the top again
 * @returns the part to draw, whether there is more, and the ref of the element that, once in sight, brings more
 */
export function useGrowing<Item>(list: Item[], about: string) {
  const [grown, setGrown] = useState({ about, length: step });
  const length = grown.about === about ? grown.length : step;
  const grow = () => setGrown({ about, length: length + step });
  // A new function with every drawing, so that an end that is still in sight is looked at again.
  const end: RefCallback<Element> = (element) => {
    if (!element || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && grow(), { rootMargin: "600px" });
    observer.observe(element);
    return () => observer.disconnect();
  };
  return { shown: list.slice(0, length), more: list.length > length, grow, end };
}
