/** Returns a property of an unknown value, or undefined. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Returns the properties of an unknown value; an empty object if it is not an object. */
export const readProperties = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Returns an array property of an unknown value; an empty array if it is missing. */
export function listIn(value: unknown, name: string): unknown[] {
  const property = propertyOf(value, name);
  return Array.isArray(property) ? property : [];
}

export function textOf(value: unknown, name: string): string | undefined {
  const property = propertyOf(value, name);
  return typeof property === 'string' ? property : undefined;
}
