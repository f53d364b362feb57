import type { SectionProps } from '#web/content/types.ts';

/** A city of the list. */
export type City = NonNullable<SectionProps<'cityLinks'>['section']['cities']>[number];

/** Shortest input that finds cities by a part of their name. */
const shortestPart = 3;
/** In a shorter name, one other letter makes another name. */
const shortestMisspelt = 5;

/**
 * Returns a name without case, accents, spaces and punctuation. Vowel signs of Indic scripts stay. The dot below a
 * letter (nukta) goes, because people type names with and without the dot.
 */
const fold = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{M}]|\p{Script=Inherited}|[\u093c\u09bc\u0a3c\u0abc\u0cbc]/gu, '')
    .toLowerCase();

/** Whether two names differ by one letter that is wrong, missing or added, or by two that are swapped. */
function areOneLetterApart(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}

/**
 * Finds the city with a name or another name, in any case and with or without accents. Otherwise, finds the cities with
 * a similar name: it contains the input, the input contains it, or one letter differs.
 */
export function findCity(cities: readonly City[], typed: string): { city?: City; near: City[] } {
  const wanted = fold(typed);
  const listNames = ({ name, slug, otherNames }: City) => [name, slug ?? '', ...(otherNames ?? [])].map(fold);
  const city = cities.find((one) => listNames(one).includes(wanted));
  if (city) return { city, near: [] };
  const isNear = (name: string) =>
    name.includes(wanted) ||
    (name !== '' && wanted.includes(name)) ||
    (name.length >= shortestMisspelt && areOneLetterApart(name, wanted));
  return { near: wanted.length < shortestPart ? [] : cities.filter((one) => listNames(one).some(isNear)) };
}
