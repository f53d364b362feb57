/** Height of the largest value, as a percentage of the plot. */
const headroom = 85;

/** Returns evenly spaced points as percentages of the plot, from its top left. Heights are proportional to the values. */
export function placeSeries(values: readonly number[]): { x: number; y: number }[] {
  const largest = Math.max(...values, 0) || 1;
  return values.map((value, index) => ({
    x: round(4 + (92 * index) / Math.max(values.length - 1, 1)),
    y: round(100 - (headroom * value) / largest),
  }));
}

/** Rounds to two decimals, which is precise enough for drawings. */
export const round = (value: number) => Math.round(value * 100) / 100;
