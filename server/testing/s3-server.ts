import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";

export interface S3Server {
  /** Environment variables that make Sheaf keep its files there. */
  env: Record<string, string>;
  endpoint: string;
  close(): Promise<void>;
}

/** Starts an S3 server on this machine with one empty bucket, in a folder that `close` removes. */
export async function startS3Server(options: { address?: string } = {}): Promise<S3Server> {
  const address = options.address ?? "127.0.0.1";
  const directory = await mkdtemp(join(tmpdir(), "sheaf-s3-"));
  const bucket = "sheaf-files";
  const server = new S3rver({ address, port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  const endpoint = `http://${address}:${port}`;
  return {
    endpoint,
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      // The only credentials that it accepts.
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
