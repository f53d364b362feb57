import type { SectionProps } from '#web/content/types.ts';

/** A city of the list. */
export type City = NonNullable<SectionProps<'cityLinks'>['section']['cities']>[number];

/** Shortest input that finds cities by a part of their name. */
const shortestPart = 3;

/** Returns a name without case, accents, spaces and punctuation. */
const fold = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{Mn}\P{L}]/gu, '')
    .toLowerCase();

/** Finds the city with a name or another name, in any case and with or without accents, or the cities whose names contain it. */
export function findCity(cities: readonly City[], typed: string): { city?: City; near: City[] } {
  const wanted = fold(typed);
  const namesOf = ({ name, slug, otherNames }: City) => [name, slug ?? '', ...(otherNames ?? [])].map(fold);
  const city = cities.find((one) => namesOf(one).includes(wanted));
  if (city) return { city, near: [] };
  const isNear = (name: string) => name.includes(wanted) || (name !== '' && wanted.includes(name));
  return { near: wanted.length < shortestPart ? [] : cities.filter((one) => namesOf(one).some(isNear)) };
}
