import { singletonTypes } from '#schemas/index.ts';

export type SingletonType = (typeof singletonTypes)[number];

/** Whether there is exactly one document of a type. */
export const isSingleton = (schemaType: string): schemaType is SingletonType =>
  singletonTypes.some((type) => type === schemaType);
