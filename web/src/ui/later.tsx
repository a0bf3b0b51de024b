import { type ComponentType, createElement, lazy, useState } from "react";

/** A part of the script did not come. */
export class MissingScriptPart extends Error {
  /** To be called once it has been said: React, which asks several times before, must hear the same each time. */
  readonly retryLater: () => void;

  constructor(retryLater: () => void, cause: unknown) {
    super("A part of the script could not be loaded", { cause });
    this.retryLater = retryLater;
  }
}

/**
 * A page or dialog whose part of the script comes when it is first shown, or when it is shown again if it did not come.
 * Once that is there it is drawn at once, without the detour of a loading part: what the server has drawn can be taken
 * over only so.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let Waiting: ComponentType<Props> = lazy(fetch);
  async function fetch() {
    try {
      loaded = await load();
    } catch (error) {
      throw new MissingScriptPart(() => {
        Waiting = lazy(fetch);
      }, error);
    }
    return { default: loaded };
  }

  function Page(props: Props) {
    // One of the two for as long as it is on screen: the other would begin with an empty form.
    const [{ Shown }] = useState({ Shown: loaded ?? Waiting });
    return createElement(Shown, props);
  }
  return Object.assign(Page, { load: fetch });
}
