import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replacePicture, replayPress } from "./early-press.ts";

test("a click on the prerendered page is repeated on the hydrated page", () => {
  const script = readFileSync(join(import.meta.dirname, "../../public/early.js"), "utf8");
  new Function(script)();
  document.body.innerHTML = `<div id="root" data-preview aria-busy="true"><button>one</button><button><b>two</b></button></div>`;
  document.querySelector("b")?.click();
  expect(document.querySelector("[aria-busy] [aria-busy]")?.textContent).toBe("two");

  const pressed: string[] = [];
  const root = document.querySelector("#root");
  if (!root) throw new Error("the root went");
  root.innerHTML = "<button>one</button><button>two</button>";
  for (const button of root.querySelectorAll("button")) {
    button.addEventListener("click", () => pressed.push(button.textContent));
  }
  replacePicture();
  expect(root.outerHTML).toContain('<div id="root"><button>');
  expect(pressed).toEqual([]);
  replayPress();
  expect(pressed).toEqual(["two"]);

  replayPress();
  expect(pressed).toEqual(["two"]);
});

test("a click on the hydrated page takes effect once", () => {
  document.body.innerHTML = `<div id="root" data-preview><button>one</button></div>`;
  replacePicture();
  let times = 0;
  document.querySelector("button")?.addEventListener("click", () => times++);
  document.querySelector("button")?.click();
  replayPress();
  expect(times).toBe(1);
});

test("a shortcut pressed on the prerendered page is handled by the hydrated page", () => {
  document.body.innerHTML = `<div id="root" data-preview></div>`;
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "u" }));
  const heard: string[] = [];
  document.addEventListener("keydown", ({ key }) => heard.push(key));
  replacePicture();
  expect(heard).toEqual([]);
  replayPress();
  replayPress();
  expect(heard).toEqual(["u"]);
});

test("the focus stays on the same control when the app replaces the prerendered page", () => {
  document.body.innerHTML = `<div id="root" data-preview><a href="/one">one</a><button>two</button></div>`;
  document.querySelector("button")?.focus();
  const root = document.querySelector("#root");
  if (!root) throw new Error("the root went");
  root.innerHTML = `<a href="/one">one</a><button>two</button>`;
  expect(document.activeElement).toBe(document.body);
  replacePicture();
  expect(document.activeElement?.textContent).toBe("two");
});
