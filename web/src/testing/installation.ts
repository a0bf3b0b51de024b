import type { Installation } from "@sheaf/contracts/installation.ts";
import { onTestFinished } from "vitest";
import { outboxOnly } from "./people.ts";

/** Embeds the installation's facts in the page as the server does, so that nothing waits for them. */
export function bringInstallation(installation: Installation = outboxOnly): void {
  const brought = document.body.appendChild(document.createElement("script"));
  brought.type = "application/json";
  brought.id = "installation";
  brought.textContent = JSON.stringify(installation);
  onTestFinished(() => brought.remove());
}
