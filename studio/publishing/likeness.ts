/** The text of a city page. */
export interface CityText {
  name: string;
  text: string;
}

/** So many words in the same order are hardly chance. */
const runLength = 5;

/** Every run of words of a text in which the city is not named, so that swapping the name does not make it another. */
function runsOf({ name, text }: CityText): Set<string> {
  const own = text.replaceAll(name, '').toLowerCase();
  const words = own.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.slice(runLength - 1).map((_word, at) => words.slice(at, at + runLength).join(' ')));
}

/** Makes a function that finds, among cities, the one whose text has the greatest share (0 to 1) of another's runs of words. */
export function likenessAmong<Other extends CityText>(others: readonly Other[]) {
  const all = others.flatMap((other, at) => [...runsOf(other)].map((run) => ({ run, at })));
  const having = Map.groupBy(all, ({ run }) => run);
  return (own: CityText, isOwn: (other: Other) => boolean = () => false) => {
    const shared = new Uint32Array(others.length);
    const runs = runsOf(own);
    for (const run of runs) for (const { at } of having.get(run) ?? []) shared[at] = (shared[at] ?? 0) + 1;
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
