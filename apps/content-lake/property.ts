/** Returns a property of an untyped value, or undefined. */
export const readProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
