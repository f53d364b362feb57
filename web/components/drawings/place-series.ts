/** Where a drawn line ends: a little above its largest value, in percent of the plot's height. */
const headroom = 85;

/**
 * Places the values of one series on a plot, in percent of its width and height from the top left corner: evenly spaced
 * steps, each at the height of its value above zero.
 */
export function placeSeries(values: readonly number[]): { x: number; y: number }[] {
  const largest = Math.max(...values, 0) || 1;
  return values.map((value, index) => ({
    x: round(4 + (92 * index) / Math.max(values.length - 1, 1)),
    y: round(100 - (headroom * value) / largest),
  }));
}

const round = (value: number) => Math.round(value * 100) / 100;
