import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A node in the output of `sanity schema extract`. */
export type ModelNode = {
  type: string;
  name: string;
  attributes?: Record<string, { optional?: boolean; value: ModelNode }>;
  of?: ModelNode;
};

export type ContentModel = ReadonlyMap<string, ModelNode>;

/** Reads the content model from `schema.json`. Returns an empty map before the first `npm run typegen`. */
export function readContentModel(projectRoot: string): ContentModel {
  const file = path.join(projectRoot, 'schema.json');
  const types: { name: string; value?: ModelNode }[] = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : [];
  return new Map(types.flatMap(({ name, value }) => (value ? [[name, value]] : [])));
}
