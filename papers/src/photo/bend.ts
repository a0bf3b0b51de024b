import type { Random } from "../random.ts";

/** The shape of a strip of paper on a table, in steps from top to bottom. */
export interface Bend {
  /** Sideways displacement, as a part of its width. */
  aside: Float64Array;
  /** Brightness: waves and folds turn the paper towards the light or away from it. */
  shade: Float64Array;
}

export const bendSteps = 2048;

export function pickBend(random: Random): Bend {
  const wave = random.between(0.004, 0.012);
  const turns = random.between(0.6, 1.5) * 2 * Math.PI;
  const phase = random.between(0, 6);
  const folds = random.isOneIn(2) ? [random.between(0.3, 0.7)] : random.isOneIn(2) ? [0.33, 0.66] : [];
  const steps = Array.from({ length: bendSteps }, (_, step) => step / bendSteps);
  return {
    aside: Float64Array.from(steps, (down) => wave * Math.sin(down * turns + phase)),
    shade: Float64Array.from(
      steps,
      (down) =>
        1 + wave * 5 * Math.cos(down * turns + phase) + folds.reduce((sum, fold) => sum + foldAt(down - fold), 0),
    ),
  };
}

/** Returns the brightness at a distance from a fold: darker above, lighter below, with a thin line between. */
function foldAt(away: number): number {
  const line = Math.abs(away) < 0.0013 ? -0.06 : 0;
  return line + (away < 0 ? -0.055 * Math.exp(away * 14) : 0.03 * Math.exp(-away * 18));
}
