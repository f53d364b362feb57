/** Returns choices that depend only on a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    int,
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly T[]): T | undefined => items[int(0, items.length - 1)],
    id: () => Array.from({ length: 8 }, () => int(0, 0xffff).toString(16).padStart(4, '0')).join(''),
    /** Returns choices that are independent of how many of these are made later. */
    split: () => seededRandom(int(0, 2 ** 31)),
  };
}
export type Random = {
  next(): number;
  int(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T | undefined;
  id(): string;
  split(): Random;
};
