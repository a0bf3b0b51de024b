import type { DrawFrame, DrawPage } from "@sheaf/contracts/pages.ts";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { Route, Routes, StaticRouter } from "react-router";
import { userQuery } from "./api/accounts.ts";
import { installationQuery } from "./api/installation.ts";
import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { DraftProvider } from "./components/upload/draft-provider.tsx";
import { DashboardPage } from "./pages/dashboard/dashboard-page.tsx";
import { drawnPages, loadPage, Pages } from "./routes.tsx";
import { AppShell } from "./shell/app-shell.tsx";

/** What the server loads to draw pages; the build makes one program of it, with React inside. */
export const drawPage: DrawPage = async (path, { installation, visitor }) => {
  if (!drawnPages[path]) return undefined;
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

const frames = new Map([["/dashboard", drawnOnce("/dashboard", <DashboardPage />)]]);

export const drawFrame: DrawFrame = (path) => frames.get(path)?.();

/** Nothing in it depends on who asks: one drawing does for everybody. */
function drawnOnce(path: string, page: ReactNode): () => string {
  let drawn: string | undefined;
  return () => {
    drawn ??= renderToString(
      <App client={createQueryClient()}>
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
    return drawn;
  };
}
