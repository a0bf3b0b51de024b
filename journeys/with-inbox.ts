import { type MailServer, startMailServer } from "@sheaf/server/testing/mail/mail-server.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type OwnInstallation, openBrowser, startInstallation } from "./harness.ts";

/**
 * A Sheaf whose emails arrive in a readable inbox, and a browser, shared by all journeys of a file and started before
 * the first one.
 */
export interface WithInbox {
  inbox: MailServer;
  sheaf: OwnInstallation;
  /** Opens a page of a new browser context. */
  newPage(): Promise<Page>;
}

export function startWithInbox(): WithInbox {
  let browser: Browser | undefined;
  const started = {
    async newPage() {
      if (!browser) throw new Error("The browser is not open yet.");
      return (await browser.newContext({ reducedMotion: "reduce" })).newPage();
    },
  } as WithInbox;
  beforeAll(async () => {
    started.inbox = await startMailServer();
    [started.sheaf, browser] = await Promise.all([startInstallation({ SMTP_URL: started.inbox.url }), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await started.sheaf?.close();
    await started.inbox?.close();
  });
  return started;
}
