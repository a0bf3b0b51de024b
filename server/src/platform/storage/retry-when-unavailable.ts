import { TryLater } from "../queue/task.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "./blob-store.ts";

/**
 * The store for tasks: when it cannot be used, for whatever reason but the blob itself, their run is repeated later.
 */
export function retryWhenUnavailable(store: BlobStore): BlobStore {
  return {
    ...store,
    put: (...given) => store.put(...given).catch(later),
    putFile: (...given) => store.putFile(...given).catch(later),
    open: (...given) => store.open(...given).catch(later),
    fetch: (...given) => store.fetch(...given).catch(later),
    delete: (...given) => store.delete(...given).catch(later),
  };
}

function later(error: unknown): never {
  if (error instanceof BlobMissing || error instanceof BlobDamaged) throw error;
  throw new TryLater("The file store cannot be used at the moment", { cause: error });
}
