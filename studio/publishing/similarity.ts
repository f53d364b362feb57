export interface CityText {
  name: string;
  text: string;
}

/** Words per shingle: a run of words long enough that a match is unlikely to be chance. */
const shingleLength = 5;

/** Returns all shingles of a text, without the city's name: replacing the name must not make a text unique. */
function toShingles({ name, text }: CityText): Set<string> {
  const own = text.replaceAll(name, '').toLowerCase();
  const words = own.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(
    words.slice(shingleLength - 1).map((_word, at) => words.slice(at, at + shingleLength).join(' ')),
  );
}

/** Returns a function that finds the city that shares the most shingles with a text, and the share from 0 to 1. */
export function similarityFinder<Other extends CityText>(others: readonly Other[]) {
  const all = others.flatMap((other, at) => [...toShingles(other)].map((run) => ({ run, at })));
  const byShingle = Map.groupBy(all, ({ run }) => run);
  return (own: CityText, isOwn: (other: Other) => boolean = () => false) => {
    const shared = new Uint32Array(others.length);
    const runs = toShingles(own);
    for (const run of runs) for (const { at } of byShingle.get(run) ?? []) shared[at] = (shared[at] ?? 0) + 1;
    const shares = others.map((city, at) => ({
      city,
      share: isOwn(city) ? 0 : (shared[at] ?? 0) / runs.size,
    }));
    return shares.reduce<(typeof shares)[number] | undefined>(
      (most, one) => (one.share > (most?.share ?? 0) ? one : most),
      undefined,
    );
  };
}
