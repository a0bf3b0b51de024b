/** A few resources that many tests take turns in using. */
export interface Lanes<Lane> {
  /** Waits until one is free. */
  take(): Promise<Lane>;
  release(lane: Lane): void;
}

export function openLanes<Lane>(lanes: Lane[]): Lanes<Lane> {
  const free = [...lanes];
  const waiting: ((lane: Lane) => void)[] = [];
  return {
    take: () =>
      new Promise((resolve) => {
        const lane = free.shift();
        if (lane === undefined) waiting.push(resolve);
        else resolve(lane);
      }),
    release(lane) {
      const next = waiting.shift();
      if (next) next(lane);
      else free.push(lane);
    },
  };
}
