import { IsRestoringProvider, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { useIsServerRendered } from "./ui/server-rendered.ts";
import { Toasts } from "./ui/toast.tsx";

interface AppProps {
  client: QueryClient;
  /** The pages, within a router. */
  children: ReactNode;
}

/** Wraps every page, in the browser and where the server renders it. */
export function App({ client, children }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        {/* No query starts before the page is hydrated: a response during hydration would not match the HTML. */}
        <IsRestoringProvider value={useIsServerRendered()}>
          {children}
          <Toasts />
        </IsRestoringProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
