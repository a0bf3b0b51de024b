import { createHash, createHmac } from "node:crypto";

export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

interface SigningFacts {
  region: string;
  service: string;
  keys: AwsKeys;
  at: Date;
  contentType: string;
  /** POST when left out. */
  method?: "GET" | "POST";
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const mac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/**
 * Headers of a request with Signature Version 4.
 * @param at the request's time; AWS takes it five minutes early or late
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */
export function signedHeaders(
  url: URL,
  body: string,
  { region, service, keys, at, contentType, method = "POST" }: SigningFacts,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    "content-type": contentType,
    host: url.host,
    "x-amz-date": time,
    ...(keys.sessionToken ? { "x-amz-security-token": keys.sessionToken } : {}),
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    method,
    url.pathname,
    url.searchParams.toString(),
    ...names.map((name) => `${name}:${headers[name]}`),
    "",
    names.join(";"),
    hash(body),
  ].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, hash(canonical)].join("\n");
  const key = ["aws4_request", service, region, day].reduceRight<string | Buffer>(
    (secret, part) => mac(secret, part),
    `AWS4${keys.secretAccessKey}`,
  );
  const signature = mac(key, toSign).toString("hex");
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}
