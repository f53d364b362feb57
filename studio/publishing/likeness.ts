/** The text of a city page. */
export interface CityText {
  name: string;
  text: string;
}

/** So many words in the same order are hardly chance. */
const runLength = 5;

/** Every run of words of a text in which the city is not named, so that swapping the name does not make it another. */
function runsOf({ name, text }: CityText): Set<string> {
  const words =
    text
      .replaceAll(name, '')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(
    words.slice(runLength - 1).map((_word, index) => words.slice(index, index + runLength).join(' ')),
  );
}

/** Makes a function that finds, among cities, the one whose text has the greatest share (0 to 1) of another's runs of words. */
export function likenessAmong<Other extends CityText>(others: readonly Other[]) {
  const having = new Map<string, number[]>();
  for (const [index, other] of others.entries())
    for (const run of runsOf(other)) {
      const cities = having.get(run);
      if (cities) cities.push(index);
      else having.set(run, [index]);
    }
  return (own: CityText, isOwn: (other: Other) => boolean = () => false) => {
    const shared = new Uint32Array(others.length);
    const runs = runsOf(own);
    for (const run of runs)
      for (const index of having.get(run) ?? []) shared[index] = (shared[index] ?? 0) + 1;
    let found: { city: Other; share: number } | undefined;
    for (const [index, city] of others.entries()) {
      const share = (shared[index] ?? 0) / runs.size;
      if (share > (found?.share ?? 0) && !isOwn(city)) found = { city, share };
    }
    return found;
  };
}

/** The city whose text has the greatest share (0 to 1) of another's runs of words; undefined without any in common. */
export const mostAlike = <Other extends CityText>(own: CityText, others: readonly Other[]) =>
  likenessAmong(others)(own);
