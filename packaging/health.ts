/** For a container's health check: ends with status 0 when the address given reports that everything is in order. */
const [address] = process.argv.slice(2);
if (!address) throw new Error("Usage: node packaging/health.ts http://127.0.0.1:3000/readyz");
const answer = await fetch(address, { signal: AbortSignal.timeout(7_000) }).catch((error: Error) => error);
if (answer instanceof Error || !answer.ok) {
  console.error(answer instanceof Error ? answer.message : await answer.text());
  process.exitCode = 1;
}
