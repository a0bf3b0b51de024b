import type { RenderPage, RenderPreview } from "@sheaf/contracts/pages.ts";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { Route, Routes, StaticRouter } from "react-router";
import { userQuery } from "./api/accounts.ts";
import { subscriptionQuery } from "./api/billing.ts";
import { installationQuery } from "./api/installation.ts";
import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { DraftProvider } from "./components/draft/draft-provider.tsx";
import { loadPage, Pages, renderedPages } from "./routes.tsx";

/** Renders a public page. The server loads this file, which the build bundles into one program with React. */
export const renderPage: RenderPage = async (path, { installation, visitor }) => {
  if (!renderedPages[path]) return undefined;
  await loadPage(path);
  const client = createQueryClient();
  client.setQueryData(installationQuery.queryKey, installation);
  if (visitor) client.setQueryData(userQuery.queryKey, null);
  return renderToString(
    <App client={client}>
      <StaticRouter location={path}>
        <Pages />
      </StaticRouter>
    </App>,
  );
};

// Loaded separately, as in the browser.
const { AppShell } = await import("./shell/app-shell.tsx");
const { DashboardPage } = await import("./pages/dashboard/dashboard-page.tsx");
const pictured: Record<string, ReactNode> = { "/dashboard": <DashboardPage /> };

/** Renders the first view of a page of the app, within a few milliseconds, in the same process as `renderPage`. */
export const renderPreview: RenderPreview = (path, { installation, answers }) => {
  const page = pictured[path];
  if (!page) return undefined;
  const client = createQueryClient();
  client.setQueryData(installationQuery.queryKey, installation);
  for (const [queryKey, answer] of answers) client.setQueryData(queryKey, answer);
  const subscribed = client.getQueryData(subscriptionQuery.queryKey)?.status === "active";
  if (!subscribed && installation.kind === "service") return undefined;
  return renderToString(
    <App client={client}>
      <StaticRouter location={path}>
        <DraftProvider>
          <Routes>
            <Route element={<AppShell />}>
              <Route path={path} element={page} />
            </Route>
          </Routes>
        </DraftProvider>
      </StaticRouter>
    </App>,
  );
};
