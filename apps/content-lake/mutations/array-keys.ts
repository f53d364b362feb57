import { randomBytes } from 'node:crypto';

/** Gives every object in an array a `_key` that has none, as `autoGenerateArrayKeys` asks for. */
export function withArrayKeys<T>(value: T): T;
export function withArrayKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withKey(withArrayKeys(item)));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withArrayKeys(child)]));
}

function withKey(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item) || '_key' in item) return item;
  return { _key: randomBytes(6).toString('hex'), ...item };
}
