import type { Random } from '../random.ts';

/** Each person types capitals or digits that no colleague types, so that every letter tells who typed it. */
const alphabets = ['BCDFGHJ', 'KLMNPQR', 'STVWXYZ', 'AEIOU01', '2345678'];

/** Returns a function that makes up words of one person. Their first four letters occur in no other word of this person. */
export function wordsOf(person: number, random: Random): () => string {
  const letters = [...(alphabets[person] ?? '')];
  const starts = new Set<string>();
  const draw = (count: number) => Array.from({ length: count }, () => random.pick(letters)).join('');
  return () => {
    let start = draw(4);
    while (starts.has(start)) start = draw(4);
    starts.add(start);
    return start + draw(2);
  };
}

/** Returns the letters of a text that the person typed who typed a word. */
export function lettersBy(word: string, text: string): string {
  const own = alphabets.find((letters) => letters.includes(word.charAt(0))) ?? '';
  return [...text].filter((letter) => own.includes(letter)).join('');
}

/** Returns a document's texts by path. The spans of a paragraph count as one text. */
export function textsIn(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value !== 'object' || value === null) return new Map();
  const fields = new Map<string, unknown>(Object.entries(value));
  const spans = fields.get('children');
  if (fields.get('_type') === 'block' && Array.isArray(spans))
    return new Map([[path, spans.map((span) => textsIn(span).get('text') ?? '').join('')]]);
  const texts = [...fields]
    .filter(([name]) => !name.startsWith('_'))
    .flatMap(([name, part]) => {
      const at = path ? `${path}.${name}` : name;
      if (!Array.isArray(part)) return [...textsIn(part, at)];
      return part.flatMap((item, index) => [...textsIn(item, `${at}[${Object(item)._key ?? index}]`)]);
    });
  return new Map(texts);
}
