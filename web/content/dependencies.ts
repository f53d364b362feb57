/**
 * Tags say what a cached page is made of, so that a publish renews exactly the pages that show the document:
 * `doc:<id>` its content, `label:<id>` only its name and address, `address:<id>` only its path, `type:<name>` every
 * document of a type, `labels:<name>` names and addresses of all of them, `lister:<name>` which page lists them, and
 * `at:<path>` whatever is at a path, also when nothing is there yet.
 */

export const documentTag = (id: string) => `doc:${id}`;
export const addressTag = (id: string) => `address:${id}`;
export const typeTag = (type: string) => `type:${type}`;
export const labelTag = (id: string) => `label:${id}`;
export const labelsTag = (type: string) => `labels:${type}`;
export const listerTag = (type: string) => `lister:${type}`;
/** Next takes at most 256 characters; no document has a path that comes near. */
export const pathTag = (path: string) => `at:${encodeURI(path).replaceAll(',', '%2C').slice(0, 250)}`;

const tagOfKey: Record<string, (value: string) => string> = {
  _id: documentTag,
  dependsOn: documentTag,
  linksTo: addressTag,
  listOf: typeTag,
  labelOf: labelTag,
  labelsOf: labelsTag,
  listerOf: listerTag,
};

/** Assets never change under their id. */
const isAsset = (id: string) => /^(image|file)-/.test(id);

/** Tags of everything that a query result shows, by the keys that `projections.ts` explains. */
export function dependenciesOf(result: unknown): Set<string> {
  const tags = new Set<string>();
  const visit = (value: unknown) => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const tagOf = tagOfKey[key];
        if (tagOf && typeof item === 'string') {
          if (!isAsset(item)) tags.add(tagOf(item));
        } else visit(item);
      }
    }
  };
  visit(result);
  return tags;
}
