import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { missingForS3, s3Config } from "./s3-variables.ts";

const keys = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
const region = { S3_REGION: "eu-west-2" };

test("files are kept in the data folder unless a bucket is named", () => {
  expect(s3Config({ ...region, ...keys, S3_ENDPOINT: "https://minio.example" })).toBeUndefined();
  expect(s3Config({ ...region, S3_BUCKET: "papers" })).toEqual({
    bucket: "papers",
    endpoint: undefined,
    publicEndpoint: undefined,
    region: "eu-west-2",
    credentials: undefined,
  });
});

test("an endpoint, a public endpoint and keys are taken over", () => {
  const env = { S3_BUCKET: "papers", S3_ENDPOINT: "https://a.example/", S3_PUBLIC_ENDPOINT: "https://b.example" };
  expect(readConfig({ ...env, ...keys, S3_REGION: "us-east-1" }).s3).toEqual({
    bucket: "papers",
    endpoint: "https://a.example",
    publicEndpoint: "https://b.example",
    region: "us-east-1",
    credentials: { accessKeyId: "id", secretAccessKey: "secret" },
  });
});

test.each([{ S3_ACCESS_KEY_ID: "id" }, { S3_SECRET_ACCESS_KEY: "secret" }])(
  "one key without the other (%j) gives no credentials and is reported",
  (one) => {
    const given = { ...region, S3_BUCKET: "papers", ...one };
    expect(s3Config(given)?.credentials).toBeUndefined();
    const [set = ""] = Object.keys(one);
    expect(missingForS3(given)).toEqual({
      name: set === "S3_ACCESS_KEY_ID" ? "S3_SECRET_ACCESS_KEY" : "S3_ACCESS_KEY_ID",
      when: `${set} is set`,
    });
  },
);

test("an endpoint needs a bucket, and nothing else is missing", () => {
  const endpoint = { ...region, S3_ENDPOINT: "https://a.example" };
  expect(missingForS3(endpoint)).toEqual({ name: "S3_BUCKET", when: "S3_ENDPOINT is set" });
  expect(missingForS3({ ...endpoint, S3_BUCKET: "papers" })).toBeUndefined();
  expect(missingForS3({ ...region, ...keys })).toBeUndefined();
  expect(missingForS3(region)).toBeUndefined();
});

test.each([
  [{ S3_BUCKET: "a/b" }, "S3_BUCKET must be the bucket's name alone"],
  [{ S3_BUCKET: "a", S3_REGION: "eu west" }, "S3_REGION must be a region such as eu-west-2"],
  [{ S3_BUCKET: "a", S3_ENDPOINT: "ftp://a.example" }, "S3_ENDPOINT must be a URL"],
])("%j is refused: %s", (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
});
