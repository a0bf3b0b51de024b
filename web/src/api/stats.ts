import type { Stats } from "@sheaf/contracts/stats.ts";
import { queryOptions } from "@tanstack/react-query";
import { read } from "./client.ts";

export const statsQuery = queryOptions({ queryKey: ["/api/stats"], queryFn: read<Stats>() });
