import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// One worker runs several test files in one window: modules and stored data are reset for each file.
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, "", "/");
document.body.replaceChildren();
for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);

// On a busy machine a lazily loaded page takes long; a longer timeout does not slow down tests that pass.
configure({ asyncUtilTimeout: 10_000 });

// Testing Library does this automatically only where the test functions are globals.
afterEach(cleanup);

// jsdom has no layout and cannot scroll. Returns a promise, as newer browsers do: an effect that returned it would fail
// at unmount.
Element.prototype.scrollIntoView = () => Promise.resolve();
window.scrollTo = () => undefined;
