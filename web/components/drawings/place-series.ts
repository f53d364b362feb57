/** Height of the largest value, in percent of the plot. */
const headroom = 85;

/** Points in percent of the plot from its top left: evenly spaced, as high as their values above zero. */
export function placeSeries(values: readonly number[]): { x: number; y: number }[] {
  const largest = Math.max(...values, 0) || 1;
  return values.map((value, index) => ({
    x: round(4 + (92 * index) / Math.max(values.length - 1, 1)),
    y: round(100 - (headroom * value) / largest),
  }));
}

/** To two decimals, which no eye tells from more. */
export const round = (value: number) => Math.round(value * 100) / 100;
