/** One process as `/proc/PID/stat` tells it. */
export interface ProcessStat {
  pid: number;
  parent: number;
  /** In clock ticks since the machine started: with the number it names a process for ever. */
  startedAt: number;
  /** Of itself, its children apart. */
  cpuSeconds: number;
}

/** USER_HZ, in which Linux counts for programs on every processor that Sheaf runs on. */
const ticksPerSecond = 100;

/** @param stat the file's one line (proc_pid_stat(5)) */
export function readStat(stat: string): ProcessStat {
  // The name may hold blanks and brackets: what counts stands after the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // The first of these is the third that the manual counts.
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number.parseInt(stat, 10),
    parent: field(4),
    startedAt: field(22),
    cpuSeconds: (field(14) + field(15)) / ticksPerSecond,
  };
}
