/** A property of an untyped value from the Studio, or undefined. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A list in an untyped value; empty without one. */
export function listIn(value: unknown, name: string): unknown[] {
  const property = propertyOf(value, name);
  return Array.isArray(property) ? property : [];
}

export function textOf(value: unknown, name: string): string | undefined {
  const property = propertyOf(value, name);
  return typeof property === 'string' ? property : undefined;
}
