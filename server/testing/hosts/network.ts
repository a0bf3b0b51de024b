import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** A machine of its own on a cable to the others: its own addresses, its own 127.0.0.1, its own name. */
export interface Host {
  address: string;
  /** Runs a program there until it ends or the network is closed. */
  run(command: string[], env: NodeJS.ProcessEnv): ChildProcess;
  /** Pulls the cable: nobody is told, packets simply no longer come. */
  cutOff(): void;
  plugIn(): void;
}

export interface Network {
  /** Of this machine, on the same wire: what the hosts share is to listen here. */
  address: string;
  addHost(name: string): Host;
  /** Kills whatever runs on the hosts and takes them away. */
  close(): Promise<void>;
}

const ip = (...args: string[]) => execFileSync("ip", args, { stdio: ["ignore", "pipe", "pipe"] });

/** @returns why there can be no network of hosts here, as a sentence; null where there can */
export function noNetwork(): string | null {
  const name = `sheaf-try-${process.pid}`;
  const { error, status, stderr } = spawnSync("ip", ["netns", "add", name], { encoding: "utf8" });
  if (error) return "There is no ip(8) of iproute2 here.";
  if (status !== 0) return `Network namespaces cannot be made here: ${stderr.trim()}`;
  ip("netns", "delete", name);
  return null;
}

/**
 * A bridge on this machine, and network namespaces on it by pairs of virtual Ethernet (veth(4)). Root alone may do
 * this.
 */
export function makeNetwork(): Network {
  // Runs side by side get different names and addresses; 10.213.0.0/16 is nobody's in particular.
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
