import type { Config } from "../../../platform/config/config.ts";
import type { Outcome } from "../examine.ts";

/** Where people reach Sheaf: what links in emails name. */
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
      return { state: "ok", words: `Sheaf is reached from this machine alone, at ${publicUrl ?? here}.` };
    }
    const words = publicUrl
      ? `PUBLIC_URL is ${publicUrl}: links in emails open on this machine alone.`
      : `PUBLIC_URL is not set: links in emails name ${here}.`;
    return { state: "warning", words, remedy: set };
  }
  if (publicUrl.startsWith("http:")) {
    return {
      state: "warning",
      words: `PUBLIC_URL is ${publicUrl}: passwords and documents travel unencrypted.`,
      remedy: { words: "Put a reverse proxy with TLS in front, and set PUBLIC_URL to its https:// address." },
    };
  }
  if (trustedProxies === 0) {
    return {
      state: "warning",
      words:
        "PUBLIC_URL begins with https://, and TRUST_PROXY is 0: every visitor seems to come from the proxy's address.",
      remedy: { words: "Set TRUST_PROXY to the number of proxies in front, usually 1." },
    };
  }
  return { state: "ok", words: `People reach Sheaf at ${publicUrl}.` };
}

const isThisMachine = (host: string) => /^(localhost|127\..*|\[?::1\]?)$/.test(host);
