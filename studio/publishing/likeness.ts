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

/** The city whose text has the greatest share (0 to 1) of another's runs of words; undefined without any in common. */
export function mostAlike<Other extends CityText>(
  own: CityText,
  others: readonly Other[],
): { city: Other; share: number } | undefined {
  const runs = runsOf(own);
  let found: { city: Other; share: number } | undefined;
  for (const city of others) {
    const shared = [...runsOf(city)].filter((run) => runs.has(run)).length;
    const share = shared / runs.size;
    if (shared > 0 && share > (found?.share ?? 0)) found = { city, share };
  }
  return found;
}
