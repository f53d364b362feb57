import { singletonTypes } from '#schemas/index.ts';

export type SingletonType = (typeof singletonTypes)[number];

export const isSingleton = (schemaType: string): schemaType is SingletonType =>
  singletonTypes.some((type) => type === schemaType);
