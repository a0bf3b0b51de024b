import { z } from "zod";
import { baseAddress, type MissingVariable, missingBeside, secret } from "../config/variable-shapes.ts";

/**
 * Environment variables for storing files in S3 instead of the data folder; they are documented in `docs/operate.md`.
 */
export const s3Variables = {
  /** Turns S3 on. The bucket must exist, be private and be used only by Sheaf. */
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9._-]+$/, "must be the bucket's name alone")
    .optional(),
  /** URL of a server of another vendor, such as https://minio.internal:9000. */
  S3_ENDPOINT: baseAddress.optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, "must be a region such as eu-west-2")
    .default("eu-west-2"),
  /** Both keys or neither; without them the machine's IAM role is used. */
  S3_ACCESS_KEY_ID: secret,
  S3_SECRET_ACCESS_KEY: secret,
  /**
   * URL of the same server for browsers; downloads then use a link that is valid for a minute instead of going through
   * the API.
   */
  S3_PUBLIC_ENDPOINT: baseAddress.optional(),
};

const data = z.object(s3Variables);

export type S3Config = NonNullable<ReturnType<typeof s3Config>>;

/** @returns undefined when files are stored in the data folder */
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

/** Returns the first missing variable. An incomplete pair of keys would only fail at the first upload. */
export function missingForS3(given: z.infer<typeof data>): MissingVariable | undefined {
  if (!given.S3_BUCKET && given.S3_ENDPOINT) return { name: "S3_BUCKET", when: "S3_ENDPOINT is set" };
  return missingBeside(given, ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]);
}
