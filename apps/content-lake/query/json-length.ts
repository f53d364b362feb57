/** Returns the approximate number of characters of a value as JSON. Stops counting above `limit`. */
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
