import type { DestinationKind } from "@sheaf/contracts/destination-kinds.ts";
import type { Destination, DestinationNeeds } from "./destination.ts";
import { openEmail } from "./email/email.ts";

const kinds: Record<DestinationKind, (services: DestinationNeeds) => Destination> = { email: openEmail };

export const openDestination = (kind: DestinationKind, services: DestinationNeeds): Destination =>
  kinds[kind](services);
