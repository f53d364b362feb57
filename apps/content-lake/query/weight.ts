/** Characters of a value as JSON, more or less, found without making a text of it. Counts until there are `most`. */
export function weightOf(value: unknown, most = Number.POSITIVE_INFINITY): number {
  let weight = 0;
  function visit(part: unknown) {
    weight += typeof part === 'string' ? part.length + 2 : 4;
    if (typeof part !== 'object' || part === null || weight > most) return;
    if (Array.isArray(part)) for (const one of part) visit(one);
    else
      for (const key in part) {
        weight += key.length + 4;
        visit(Reflect.get(part, key));
      }
  }
  visit(value);
  return weight;
}
