import type { Config } from "../../../platform/config/config.ts";
import { type Outcome, ok, warning } from "../outcome.ts";

/** Examines the address at which users reach Sheaf, which links in emails contain. */
export function examineAddress({
  publicUrl,
  host,
  port,
  trustedProxies,
  mailTransport,
  demo,
}: Pick<Config, "publicUrl" | "host" | "port" | "trustedProxies" | "mailTransport" | "demo">): Outcome {
  const here = `http://localhost:${port}`;
  const set = { words: "Set PUBLIC_URL to the address at which people reach Sheaf, such as https://sheaf.example." };
  if (!publicUrl || isThisMachine(new URL(publicUrl).hostname)) {
    if (demo || (mailTransport === "outbox" && isThisMachine(host))) {
      return ok(`Sheaf can be reached from this machine only, at ${publicUrl ?? here}.`);
    }
    const words = publicUrl
      ? `PUBLIC_URL is ${publicUrl}: links in emails work on this machine only.`
      : `PUBLIC_URL is not set: links in emails lead to ${here}.`;
    return warning(words, set);
  }
  if (publicUrl.startsWith("http:")) {
    return warning(`PUBLIC_URL is ${publicUrl}: passwords and documents travel unencrypted.`, {
      words: "Put a reverse proxy with TLS in front, and set PUBLIC_URL to its https:// address.",
    });
  }
  if (trustedProxies === 0) {
    return warning(
      "PUBLIC_URL begins with https://, and TRUST_PROXY is 0: all visitors appear to have the proxy's address.",
      { words: "Set TRUST_PROXY to the number of proxies in front, usually 1." },
    );
  }
  return ok(`People reach Sheaf at ${publicUrl}.`);
}

const isThisMachine = (host: string) => /^(localhost|127\..*|\[?::1\]?)$/.test(host);
