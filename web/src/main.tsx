import "./ui/history-guard.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "@fontsource-variable/inter/opsz.css";
import "./ui/theme.css";
import "./ui/app.css";
import "./ui/upload-dialog.css";
import "./ui/shell.css";
import "./ui/audit-trail.css";
import "./ui/upload-page.css";
import "./ui/forms.css";
import "./ui/delivery.css";
import { createQueryClient } from "./api/query-client.ts";
import { Pages } from "./routes.tsx";
import { Toasts } from "./ui/toast.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
