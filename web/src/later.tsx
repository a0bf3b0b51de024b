import { type ComponentType, createElement, lazy, useState } from "react";

/**
 * A page whose part of the script comes when it is first shown. Once that is there it is drawn at once, without the detour
 * of a loading part: what the server has drawn can be taken over only so.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Waiting: ComponentType<Props> = lazy(fetch);

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, as the file that lists them is loaded
  function Page(props: Props) {
    // One of the two for as long as it is on screen: the other would begin with an empty form.
    const [{ Shown }] = useState({ Shown: loaded ?? Waiting });
    return createElement(Shown, props);
  }
  return Object.assign(Page, { load: fetch });
}
