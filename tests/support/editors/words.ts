/** Number of letters of a typed word. Its first four letters occur in no other word of the same person. */
const length = 6;
/** Letters that count as a trace of a word. */
const traceable = 4;

/** Each person types capitals or digits that no colleague types, so that every letter tells who typed it. */
const alphabets = ['BCDFGHJ', 'KLMNPQR', 'STVWXYZ', 'AEIOU01', '2345678'];
const typable = new RegExp(`[${alphabets.join('')}]`);

/** Returns pseudo-random numbers from 0 to 1, the same for each run with the seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a function that makes up words of one person, each only once. */
export function wordsOf(person: number, random: () => number): () => string {
  const letters = alphabets[person] ?? '';
  const starts = new Set<string>();
  const draw = (count: number) =>
    Array.from({ length: count }, () => letters[Math.floor(random() * letters.length)]).join('');
  return () => {
    let start = draw(traceable);
    while (starts.has(start)) start = draw(traceable);
    starts.add(start);
    return start + draw(length - traceable);
  };
}

const authorsOf = (text: string) =>
  new Set(
    [...text].flatMap((letter) => {
      const author = alphabets.findIndex((letters) => letters.includes(letter));
      return author < 0 ? [] : [author];
    }),
  );

/** Returns a document's texts by path. The spans of a paragraph count as one text. */
export function textsIn(value: unknown, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (part: unknown, at: string) => {
    for (const [key, text] of textsIn(part, at)) texts.set(key, text);
  };
  if (typeof value === 'string') return texts.set(path, value);
  if (typeof value !== 'object' || value === null) return texts;
  const fields = new Map(Object.entries(value));
  const spans: unknown = fields.get('children');
  if (fields.get('_type') === 'block' && Array.isArray(spans))
    return texts.set(path, spans.map((span) => textsIn(span).get('text') ?? '').join(''));
  for (const [name, part] of fields) {
    if (name.startsWith('_')) continue;
    if (!Array.isArray(part)) add(part, path ? `${path}.${name}` : name);
    else
      for (const [index, item] of part.entries()) {
        const key: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, '_key') : index;
        add(item, `${path ? `${path}.` : ''}${name}[${key}]`);
      }
  }
  return texts;
}

/**
 * Returns the tokens of a text that hold somebody's typed letters and are nobody's word or a part of one: letters of two
 * people in one token, letters inside a word of the first content, or a person's letters in another order.
 */
export function mixedTokens(text: string, known: { seed: Set<string>; typed: string[] }): string[] {
  return text
    .split(/\s+/)
    .filter((token) => token && !known.seed.has(token) && typable.test(token))
    .filter((token) => {
      if (known.typed.some((word) => word.includes(token))) return false;
      const isTypedOnly = [...token].every((letter) => typable.test(letter));
      const hasWord = known.typed.some((word) => token.includes(word.slice(0, traceable)));
      return isTypedOnly || hasWord || authorsOf(token).size > 1;
    });
}

/** Returns all words of texts that were there before anybody typed. */
export const tokensOf = (texts: Iterable<string>) => new Set([...texts].flatMap((text) => text.split(/\s+/)));
