import { expect, test } from "vitest";
import { signedHeaders } from "./aws-signature.ts";

// "post-x-www-form-urlencoded" of Amazon's own test suite for Signature Version 4.
test("signs as Amazon's test suite expects", () => {
  const headers = signedHeaders(new URL("https://example.amazonaws.com/"), "Param1=value1", {
    region: "us-east-1",
    service: "service",
    contentType: "application/x-www-form-urlencoded",
    keys: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" },
    at: new Date("2015-08-30T12:36:00Z"),
  });

  expect(headers["x-amz-date"]).toBe("20150830T123600Z");
  expect(headers.authorization).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, " +
      "SignedHeaders=content-type;host;x-amz-date, " +
      "Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
  );
});
