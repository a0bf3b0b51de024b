import { IsRestoringProvider, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { useDrawn } from "./ui/drawn.ts";
import { Toasts } from "./ui/toast.tsx";

interface AppProps {
  client: QueryClient;
  /** The pages, within a router. */
  children: ReactNode;
}

/** What stands around every page, in the browser and where the server draws it. */
export function App({ client, children }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        {/* Nothing is asked before the page is hydrated: an answer during that would not match what was drawn. */}
        <IsRestoringProvider value={useDrawn()}>
          {children}
          <Toasts />
        </IsRestoringProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
