import transliterate from '@sindresorhus/transliterate';

/** Latin sounds by offset in a Unicode block. The Indic blocks, Devanagari to Malayalam, share one order. */
const sounds =
  '. n n h a a a i i u u ri li e e e ai o o o au k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h . . . . a i i u u ri ri e e e ai o o o au'.split(
    ' ',
  );
const isConsonant = (place: number) => place >= 0x15 && place <= 0x39;
const virama = 0x4d;
const zero = 0x66;

/** Devanagari, Gurmukhi and Gujarati drop the inherent vowel at the end of a word and between syllables. */
const droppingVowels = /^[\u0900-\u097f\u0a00-\u0aff]/;
const consonant = '(?:chh|[kgcjtdpbs]h|[bcdfghjklmnpqrstvyz])';
const unspoken = new RegExp(
  `(?<=[aeiouə]${consonant})ə(?=${consonant}[aeiou])|(?<=[aeiouə][nr]?${consonant})ə$`,
  'g',
);

/** Returns the Latin spelling of a word in an Indic script: मार्केटिंग becomes marketing. */
function transliterateWord(word: string): string {
  const places = [...word.normalize('NFC')].map((letter) => (letter.codePointAt(0) ?? 0) % 0x80);
  const letters = places.filter((place) => place >= virama || sounds[place] !== '.');
  const sound = letters.map((place, index) => {
    if (place >= zero) return place - zero < 10 ? place - zero : 'n';
    const next = letters[index + 1] ?? 0;
    const hasVowel = next > 0x3d && next <= virama;
    return `${sounds[place] ?? ''}${isConsonant(place) && !hasVowel ? 'ə' : ''}`;
  });
  const spoken = sound.join('');
  return (droppingVowels.test(word) ? spoken.replace(unspoken, '') : spoken).replaceAll('ə', 'a');
}

/** Returns a slug for a title in any script: lowercase Latin letters, digits and hyphens. It may be empty. */
export function latinSlug(title: string, maxLength: number): string {
  const indic = title.replace(/[\u200c\u200d]/g, '').replace(/[\u0900-\u0d7f]+/g, transliterateWord);
  const latin = transliterate(indic, { customReplacements: [['&', ' and ']] });
  return latin
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '');
}
