import { type MailServer, startMailServer } from "@sheaf/server/testing/mail/mail-server.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type OwnInstallation, openBrowser, startInstallation } from "./harness.ts";

/**
 * For all journeys of a file: a Sheaf whose emails arrive in an inbox that can be read, and a browser. There from the
 * first journey on.
 */
export interface WithInbox {
  inbox: MailServer;
  sheaf: OwnInstallation;
  /** Of somebody who was never here. */
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
