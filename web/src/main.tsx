import "./ui/history-guard.ts";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "@fontsource-variable/inter/opsz.css";
import "./styles.css";
import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { loadPage, Pages } from "./routes.tsx";
import { isServerRendered } from "./ui/server-rendered.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");

const app = (
  <App client={createQueryClient()}>
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  </App>
);

/**
 * Starts the app once the current page's script has loaded; until then the page stays as it is. When loading fails, a
 * server-rendered page remains readable and its links work; any other page shows that it could not be loaded.
 */
async function show(place: HTMLElement): Promise<void> {
  const loading = loadPage(window.location.pathname);
  if (isServerRendered()) {
    await loading;
    hydrateRoot(place, app);
    return;
  }
  await loading.catch(() => undefined);
  startTransition(() => createRoot(place).render(app));
}

void show(root);
