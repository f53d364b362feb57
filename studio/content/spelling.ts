/** Returns the words of a text in lower case. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Shorter words have too many neighbours. */
const minLength = 4;

/**
 * Returns a search text with each unknown word replaced by a known word, or its beginning, that differs by one letter: a
 * wrong, missing, additional or swapped letter. Returns undefined if no word can be replaced.
 */
export function correctSpelling(typed: string, known: Set<string>): string | undefined {
  const words = wordsIn(typed).map((word) => (word.length < minLength ? word : nearest(word, known)));
  return words.join(' ') === wordsIn(typed).join(' ') ? undefined : words.join(' ');
}

function nearest(word: string, known: Set<string>): string {
  let best = '';
  for (const candidate of known) {
    if (candidate.startsWith(word)) return word;
    const found = beginningLike(word, candidate) ?? '';
    const [isWhole, isBestWhole] = [found === candidate, known.has(best)];
    if (isWhole === isBestWhole ? found.length > best.length : isWhole) best = found;
  }
  return best || word;
}

/** Returns the beginning of a known word that differs from `word` by one letter, but not the first. */
function beginningLike(word: string, known: string): string | undefined {
  let at = 0;
  while (at < word.length && word[at] === known[at]) at += 1;
  if (at === 0) return undefined;
  const swapped = `${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  const candidates = [
    `${known[at]}${word.slice(at + 1)}`,
    `${known[at]}${word.slice(at)}`,
    word.slice(at + 1),
    swapped,
  ];
  const rest = candidates.find((one) => known.startsWith(one, at));
  return rest === undefined ? undefined : known.slice(0, at) + rest;
}
