/** Characters of a value as JSON, more or less, found without making a text of it. Counts until there are `most`. */
export function approximateJsonLength(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  let length = 0;
  function visit(part: unknown) {
    length += typeof part === 'string' ? part.length + 2 : 4;
    if (typeof part !== 'object' || part === null || length > limit) return;
    if (Array.isArray(part)) for (const one of part) visit(one);
    else
      for (const key in part) {
        length += key.length + 4;
        visit(Reflect.get(part, key));
      }
  }
  visit(value);
  return length;
}
