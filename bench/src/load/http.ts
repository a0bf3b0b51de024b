import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";

/** Maximum time to wait for a response. */
const answerWithinMs = 60_000;
/** Connections of a browser to one server, in addition to its event stream. */
const connections = 5;

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

export interface Connections {
  ask(path: string, asked?: Asked): Promise<Answered>;
  close(): void;
}

/**
 * Opens the connections of one browser. Uses less processor time than `fetch`, since the load generator shares the
 * cores with the measured processes.
 */
export function openConnections(url: string): Connections {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    ask: (path, { method = "GET", headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const length = body ? { "content-length": String(body.length) } : {};
        const signal = AbortSignal.timeout(answerWithinMs);
        const asked = request(
          `${url}${path}`,
          { agent, method, headers: { ...headers, ...length }, signal },
          (answer) => {
            buffer(answer).then(
              (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
              reject,
            );
          },
        );
        asked.once("error", reject);
        asked.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/**
 * Opens an event stream and resolves when it is open.
 * @param onEvent receives the data of each event
 * @param ended called when the stream ends without being closed
 */
export function openStream(
  url: string,
  headers: Record<string, string>,
  { onEvent, ended }: { onEvent(data: string): void; ended(): void },
): Promise<{ close(): void }> {
  return new Promise((resolve, reject) => {
    let closed = false;
    const asked = request(url, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${url} returned ${answer.statusCode}`));
      let partial = "";
      answer.setEncoding("utf8").on("data", (text: string) => {
        const events = (partial + text).split("\n\n");
        partial = events.pop() ?? "";
        for (const event of events) if (event.startsWith("data: ")) onEvent(event.slice("data: ".length));
      });
      answer.on("error", () => {}); // either side closes the connection
      answer.once("close", () => closed || ended());
      resolve({
        close() {
          closed = true;
          asked.destroy();
        },
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}
