import { singletonTypes } from '#schemas/index.ts';

export type SingletonType = (typeof singletonTypes)[number];

const names: ReadonlySet<string> = new Set(singletonTypes);

/** Whether there is exactly one document of a type. */
export function isSingleton(schemaType: string): schemaType is SingletonType {
  return names.has(schemaType);
}
