import { verify, X509Certificate } from "node:crypto";
import { AppError } from "../../errors.ts";
import { at, forged, json, type Notice, text } from "./provider-event.ts";

/** Certificates for notices are accepted only from Amazon's servers. */
const amazonHost = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;
const fetchMs = 5_000;
const certificates = new Map<string, Promise<X509Certificate>>();

export interface SnsOptions {
  topicArn: string;
  /** Fetches a certificate or confirms a subscription. */
  get(url: URL): Promise<string>;
}

/** The implementation used outside tests. */
export async function getFromAmazon(url: URL): Promise<string> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(fetchMs) });
  if (!response.ok) throw new Error(`${url.host} returned ${response.status}`);
  return response.text();
}

/**
 * Verifies a notice of Amazon SNS and returns its message. A subscription request is confirmed immediately. Amazon
 * repeats a notice for hours, so its age is not checked: each event counts once.
 * @returns undefined when the notice contains no message
 * @throws AppError forged-event
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
export async function readSns({ body }: Notice, { topicArn, get }: SnsOptions): Promise<unknown> {
  const notice = json(body);
  const type = text(at(notice, "Type"));
  if (at(notice, "TopicArn") !== topicArn) throw forged("another topic");
  const signed = signedText(notice, type);
  const certificate = await certificateAt(amazonUrl(at(notice, "SigningCertURL"), ".pem"), get);
  const algorithm = at(notice, "SignatureVersion") === "2" ? "sha256" : "sha1";
  const signature = Buffer.from(text(at(notice, "Signature")) ?? "", "base64");
  if (!verify(algorithm, Buffer.from(signed), certificate.publicKey, signature)) throw forged("wrong signature");

  if (type === "SubscriptionConfirmation") {
    await get(amazonUrl(at(notice, "SubscribeURL"), ""));
    return undefined;
  }
  return type === "Notification" ? json(Buffer.from(text(at(notice, "Message")) ?? "null")) : undefined;
}

/** Returns the signed text: name and value of each signed field on separate lines, in alphabetical order. */
function signedText(notice: unknown, type: string | null): string {
  const fields =
    type === "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
  return fields
    .flatMap((name) => {
      const value = text(at(notice, name));
      return value === null ? [] : [`${name}\n${value}\n`];
    })
    .join("");
}

function amazonUrl(value: unknown, ending: string): URL {
  const url = URL.parse(text(value) ?? "");
  if (url?.protocol !== "https:" || !amazonHost.test(url.host) || !url.pathname.endsWith(ending)) {
    throw forged("not an address of Amazon's");
  }
  return url;
}

function certificateAt(url: URL, get: SnsOptions["get"]): Promise<X509Certificate> {
  const known = certificates.get(url.href);
  if (known) return known;
  const fetched = get(url).then((pem) => new X509Certificate(pem));
  certificates.set(url.href, fetched);
  fetched.catch(() => certificates.delete(url.href));
  return fetched.catch((error) => {
    throw new AppError(
      "service-busy",
      "The certificate of this notification cannot be downloaded at the moment. Send the notification again.",
      {
        cause: error,
      },
    );
  });
}
