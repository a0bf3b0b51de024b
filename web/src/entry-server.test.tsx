import type { Installation } from "@sheaf/contracts/installation.ts";
import { render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, serve, signedIn } from "./testing/page.tsx";
import { outboxOnly } from "./testing/people.ts";

afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, "", "/");
});

const service: Installation = { ...outboxOnly, claims: ["gdpr"], mailTransport: "smtp" };

interface Visit {
  visitor: boolean;
  installation?: Installation;
  answers?: Record<string, Answer>;
  /** Called before the page's script starts. */
  before?: (root: HTMLElement) => void;
}

/** Renders a page with fresh modules: server and browser share nothing but the page. */
async function renderOnServer(path: string, visitor: boolean, installation = service): Promise<string | undefined> {
  vi.resetModules();
  const { renderPage } = await import("./entry-server.tsx");
  const rendered = await renderPage(path, { installation, visitor });
  vi.resetModules();
  return rendered;
}

/** Renders a page as the server does, and hydrates it as a browser does. */
async function hydrate(path: string, { visitor, installation = service, answers = {}, before }: Visit) {
  const rendered = await renderOnServer(path, visitor, installation);
  document.documentElement.toggleAttribute("data-visitor", visitor);
  document.body.innerHTML = `<div id="root" data-rendered>${rendered}</div><i id="installation">${JSON.stringify(installation)}</i>`;
  history.replaceState(null, "", path);
  const root = document.querySelector<HTMLElement>("#root") as HTMLElement;
  before?.(root);
  const server = serve({ ...signedIn, ...answers });

  const [{ App }, { loadPage, Pages }, { createQueryClient }, { BrowserRouter }] = await Promise.all([
    import("./app.tsx"),
    import("./routes.tsx"),
    import("./api/query-client.ts"),
    import("react-router"),
  ]);
  const complaints: unknown[] = [];
  const said = vi.spyOn(console, "error").mockImplementation((...words) => complaints.push(words));
  await loadPage(path);
  const page = render(
    <App client={createQueryClient()}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </App>,
    { container: root, hydrate: true, onRecoverableError: (error) => complaints.push(error) },
  );
  await waitFor(() => expect(root.hasAttribute("data-rendered")).toBe(false));
  said.mockRestore();
  return { ...page, ...server, rendered, complaints };
}

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };

test.each([
  ["/", "A shoebox in.One clean PDF out.", "A status you can rely on"],
  ["/pricing", "Professional Document Management for Accountants", "£24"],
  ["/auth", "Welcome back", "Username or email"],
  ["/auth/forgot", "Forgotten your password?", "Send the link"],
  ["/terms", "Terms of Service", "The agreement"],
  ["/privacy", "Privacy Notice", outboxOnly.supportEmail],
  ["/refund", "Refund Policy", "refund"],
  ["/help", "Help", "Quick start"],
])(
  "%s is rendered completely, and hydrated without a change, for visitors and members",
  async (path, heading, words) => {
    const visitor = await hydrate(path, { visitor: true, answers: nobody });
    const rendered = new DOMParser().parseFromString(visitor.rendered ?? "", "text/html").body;
    expect(rendered.querySelector("h1")?.textContent).toBe(heading);
    expect(rendered.textContent).toContain(words);
    expect(visitor.complaints).toEqual([]);
    visitor.unmount();

    expect((await hydrate(path, { visitor: false })).complaints).toEqual([]);
  },
);

test.each([
  ["/auth", "Colleagues join by invitation."],
  ["/auth/forgot", "Send the link"],
  ["/terms", "for its own practice"],
  ["/privacy", "for its own practice"],
  ["/help", "Open the link in your invitation"],
])("%s of an own practice is rendered as the browser then shows it", async (path, words) => {
  const installation: Installation = { ...service, kind: "practice" };
  const visitor = await hydrate(path, { visitor: true, installation, answers: nobody });
  const rendered = new DOMParser().parseFromString(visitor.rendered ?? "", "text/html").body;
  expect(rendered.textContent).toContain(words);
  expect(rendered.textContent).not.toMatch(/Pricing|Sign Up|Refund/);
  expect(visitor.complaints).toEqual([]);
  visitor.unmount();
  expect((await hydrate(path, { visitor: false, installation })).complaints).toEqual([]);
});

test("a page rendered for anybody with a session shows a member the link to the dashboard", async () => {
  const page = await hydrate("/", { visitor: false });
  await waitFor(() => expect(page.getAllByRole("link", { name: "Go to Dashboard" })).toHaveLength(2));
});

test("a user who signs in before the script has loaded is signed in when it has", async () => {
  const page = await hydrate("/auth", {
    visitor: true,
    before: (root) => {
      for (const input of root.querySelectorAll("input")) input.value = `my ${input.name}`;
      // Does what public/early.js does to a form that is sent.
      root.querySelector("form")?.setAttribute("data-sent", "");
    },
  });
  await waitFor(() => expect(page.asked.map(({ call }) => call)).toContain("POST /api/login"));
  const sent = page.asked.filter(({ call }) => call === "POST /api/login");
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([
    { username: "my username", password: "my password" },
  ]);
});

test("only public pages are rendered on the server", async () => {
  for (const path of ["/dashboard", "/subscribe", "/auth/reset", "/nowhere", "/constructor"]) {
    expect(await renderOnServer(path, true), path).toBeUndefined();
  }
});
