import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A part of what `sanity schema extract` writes. */
export type ModelNode = {
  type: string;
  name: string;
  attributes?: Record<string, { optional?: boolean; value: ModelNode }>;
  of?: ModelNode;
};

/** The types of the content model by their names. */
export type ContentModel = ReadonlyMap<string, ModelNode>;

/** The content model as `npm run typegen` left it in `schema.json`; empty before its first run. */
export function readContentModel(projectRoot: string): ContentModel {
  const file = path.join(projectRoot, 'schema.json');
  const types: { name: string; value?: ModelNode }[] = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : [];
  return new Map(types.flatMap(({ name, value }) => (value ? [[name, value]] : [])));
}
