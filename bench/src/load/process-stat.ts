/** One process as described by `/proc/PID/stat`. */
export interface ProcessStat {
  pid: number;
  parent: number;
  /** In clock ticks since the machine started. Together with the process id it identifies a process uniquely. */
  startedAt: number;
  /** Processor time of the process itself, without its children. */
  cpuSeconds: number;
}

/** USER_HZ, the unit of times in /proc, which is 100 on every processor that Sheaf supports. */
const ticksPerSecond = 100;

/** @param stat the file's one line (proc_pid_stat(5)) */
export function readStat(stat: string): ProcessStat {
  // The name may contain spaces and brackets; the other fields follow the last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // The first of these fields is number 3 in the manual.
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number.parseInt(stat, 10),
    parent: field(4),
    startedAt: field(22),
    cpuSeconds: (field(14) + field(15)) / ticksPerSecond,
  };
}
