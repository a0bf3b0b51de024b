import type { Installation } from "@sheaf/contracts/installation.ts";
import { queryOptions } from "@tanstack/react-query";
import { read } from "./client.ts";

export const installationQuery = queryOptions({ queryKey: ["/api/installation"], queryFn: read<Installation>() });
