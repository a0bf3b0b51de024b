import { type ComponentType, createElement, lazy, useState } from "react";

/** A lazily loaded module failed to load. */
export class ModuleLoadError extends Error {
  /**
   * To be called after the error was handled: until then React calls the loader several times and must get the same
   * error.
   */
  readonly retryLater: () => void;

  constructor(retryLater: () => void, cause: unknown) {
    super("A part of the script could not be loaded", { cause });
    this.retryLater = retryLater;
  }
}

/**
 * A page or dialog whose module is loaded when it is first shown, and again at the next time if that failed. Once
 * loaded, it renders synchronously, without suspending, which hydration requires.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let Waiting: ComponentType<Props> = lazy(fetch);
  async function fetch() {
    try {
      loaded = await load();
    } catch (error) {
      throw new ModuleLoadError(() => {
        Waiting = lazy(fetch);
      }, error);
    }
    return { default: loaded };
  }

  function Page(props: Props) {
    // The same component while it is mounted: switching to the other would start with an empty form.
    const [{ Shown }] = useState({ Shown: loaded ?? Waiting });
    return createElement(Shown, props);
  }
  return Object.assign(Page, { load: fetch });
}
