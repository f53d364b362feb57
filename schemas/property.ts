/** A property of an untyped value from the Studio, or undefined. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The properties of an untyped value; none where it is no object. */
export const propertiesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A list in an untyped value; empty without one. */
export function listIn(value: unknown, name: string): unknown[] {
  const property = propertyOf(value, name);
  return Array.isArray(property) ? property : [];
}

export function textOf(value: unknown, name: string): string | undefined {
  const property = propertyOf(value, name);
  return typeof property === 'string' ? property : undefined;
}
