import type { Installation } from "@sheaf/contracts/installation.ts";
import { onTestFinished } from "vitest";
import { outboxOnly } from "./people.ts";

/** As it is outside tests: the page brings what the installation is, so that nothing waits for it. */
export function bringInstallation(installation: Installation = outboxOnly): void {
  const brought = document.body.appendChild(document.createElement("script"));
  brought.type = "application/json";
  brought.id = "installation";
  brought.textContent = JSON.stringify(installation);
  onTestFinished(() => brought.remove());
}
