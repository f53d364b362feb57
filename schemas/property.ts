/** A property of a value that comes untyped from the Studio (validation callbacks), or undefined. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The same, if it is a text. */
export function textOf(value: unknown, name: string): string | undefined {
  const property = propertyOf(value, name);
  return typeof property === 'string' ? property : undefined;
}
