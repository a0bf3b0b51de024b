import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** A simulated machine in a network with others: it has its own addresses, its own 127.0.0.1 and its own host name. */
export interface Host {
  address: string;
  /** Runs a program there until it ends or the network is closed. */
  run(command: string[], env: NodeJS.ProcessEnv): ChildProcess;
  /** Pulls the network cable: packets are lost without a notification to either side. */
  cutOff(): void;
  plugIn(): void;
}

export interface Network {
  /** Address of this machine in the network; servers that the hosts share listen on it. */
  address: string;
  addHost(name: string): Host;
  /** Kills all programs on the hosts and removes the hosts. */
  close(): Promise<void>;
}

const ip = (...args: string[]) => execFileSync("ip", args, { stdio: ["ignore", "pipe", "pipe"] });

/** Returns, as a sentence, why no network of hosts can be made on this machine; null when one can. */
export function noNetwork(): string | null {
  const name = `sheaf-try-${process.pid}`;
  const { error, status, stderr } = spawnSync("ip", ["netns", "add", name], { encoding: "utf8" });
  if (error) return "There is no ip(8) of iproute2 here.";
  if (status !== 0) return `Network namespaces cannot be made here: ${stderr.trim()}`;
  ip("netns", "delete", name);
  return null;
}

/**
 * Makes a bridge on this machine, to which network namespaces are connected by pairs of virtual Ethernet (veth(4)).
 * Requires root.
 */
export function makeNetwork(): Network {
  // Parallel runs get different names and addresses; 10.213.0.0/16 is an arbitrary private range.
  const mark = process.pid % 65_536;
  const bridge = `shf${mark}`;
  const part = mark % 250;
  const address = `10.213.${part}.1`;
  const namespaces: string[] = [];
  const running = new Set<ChildProcess>();
  ip("link", "add", bridge, "type", "bridge");
  ip("address", "add", `${address}/24`, "dev", bridge);
  ip("link", "set", bridge, "up");

  return {
    address,
    addHost(name) {
      const number = namespaces.length + 2;
      const namespace = `${bridge}-${name}`;
      const cable = `${bridge}v${number}`;
      const mine = `10.213.${part}.${number}`;
      ip("netns", "add", namespace);
      namespaces.push(namespace);
      ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", namespace);
      ip("link", "set", cable, "master", bridge, "up");
      const inside = ["-netns", namespace];
      ip(...inside, "link", "set", "lo", "up");
      ip(...inside, "address", "add", `${mine}/24`, "dev", "eth0");
      ip(...inside, "link", "set", "eth0", "up");
      return {
        address: mine,
        run(command, env) {
          const named = ["unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', name, ...command];
          const child = spawn("ip", ["netns", "exec", namespace, ...named], { env, stdio: ["ignore", "pipe", "pipe"] });
          running.add(child);
          child.once("exit", () => running.delete(child));
          return child;
        },
        cutOff: () => ip("link", "set", cable, "down"),
        plugIn: () => ip("link", "set", cable, "up"),
      };
    },
    async close() {
      const ends = [...running].map((child) => once(child, "exit"));
      for (const child of running) child.kill("SIGKILL");
      await Promise.all(ends);
      for (const namespace of namespaces) ip("netns", "delete", namespace);
      ip("link", "delete", bridge);
    },
  };
}
