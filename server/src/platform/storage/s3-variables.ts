import { z } from "zod";
import { baseAddress, type MissingVariable, missingBeside, secret } from "../config/variable-shapes.ts";

/** Files in S3 instead of the data folder; `docs/operate.md` tells the same to people. */
export const s3Variables = {
  /** Turns it on. The bucket exists already, is private, and holds nothing else. */
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9._-]+$/, "must be the bucket's name alone")
    .optional(),
  /** Of a server that is not Amazon's, such as https://minio.internal:9000. */
  S3_ENDPOINT: baseAddress.optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, "must be a region such as eu-west-2")
    .default("eu-west-2"),
  /** Both, or neither: then the machine's own role is used. */
  S3_ACCESS_KEY_ID: secret,
  S3_SECRET_ACCESS_KEY: secret,
  /**
   * How browsers reach the same server: downloads then go there by a link that holds for a minute, not through the API.
   */
  S3_PUBLIC_ENDPOINT: baseAddress.optional(),
};

const data = z.object(s3Variables);

export type S3Config = NonNullable<ReturnType<typeof s3Config>>;

/** @returns undefined where files lie in the data folder */
export function s3Config(given: z.infer<typeof data>) {
  const { S3_BUCKET, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_REGION } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (!S3_BUCKET) return undefined;
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    publicEndpoint: S3_PUBLIC_ENDPOINT,
    region: S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

/** Half of a pair of keys would be refused by every server, at the first upload. */
export function missingForS3(given: z.infer<typeof data>): MissingVariable | undefined {
  if (!given.S3_BUCKET && given.S3_ENDPOINT) return { name: "S3_BUCKET", when: "S3_ENDPOINT is set" };
  return missingBeside(given, ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]);
}
