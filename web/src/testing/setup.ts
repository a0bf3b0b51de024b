import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// One worker opens many files' pages in one window: our own modules, and what a page keeps, begin anew with each file.
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, "", "/");
document.body.replaceChildren();
for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);

// On a busy machine a page that is loaded on demand takes its time; nothing here waits longer than it must.
configure({ asyncUtilTimeout: 10_000 });

// Testing Library only does this by itself where the test functions are globals, which ours are not.
afterEach(cleanup);

// jsdom has no layout, so there is nowhere to scroll to.
// A promise, as in newer browsers: an effect that hands it on would break when its page is left.
Element.prototype.scrollIntoView = () => Promise.resolve();
window.scrollTo = () => undefined;
