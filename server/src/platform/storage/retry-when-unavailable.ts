import { TryLater } from "../queue/task.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "./blob-store.ts";

/** Wraps the store for tasks: any error that does not concern the blob itself causes the run to be repeated later. */
export function retryWhenUnavailable(store: BlobStore): BlobStore {
  return {
    ...store,
    put: (...given) => store.put(...given).catch(throwTryLater),
    putFile: (...given) => store.putFile(...given).catch(throwTryLater),
    open: (...given) => store.open(...given).catch(throwTryLater),
    fetch: (...given) => store.fetch(...given).catch(throwTryLater),
    delete: (...given) => store.delete(...given).catch(throwTryLater),
  };
}

function throwTryLater(error: unknown): never {
  if (error instanceof BlobMissing || error instanceof BlobDamaged) throw error;
  throw new TryLater("The file store cannot be used at the moment", { cause: error });
}
