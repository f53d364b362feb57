import { extract, Mutation } from '@sanity/mutator';

type Operation = Mutation['mutations'][number];
type Document = ReturnType<Mutation['apply']>;

/** Returns an operation's patches of texts, in diff-match-patch's format, by path. */
const textPatches = ({ patch }: Operation) => Object.entries(patch?.diffMatchPatch ?? {});

const insertionsIn = (patch: string) =>
  patch
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => decodeURI(line.slice(1)));

const applyTo = (document: Document, operation: Operation) =>
  document || !operation.patch ? new Mutation({ mutations: [operation] }).apply(document) : document;

/**
 * Applies operations in turn, and returns those whose insertions are then missing. If the letters around an insertion are
 * gone, Sanity skips it silently.
 */
export function findLostInsertions(operations: Operation[], document: Document): Operation[] {
  let current = document;
  return operations.filter((operation) => {
    const before = current;
    current = applyTo(before, operation);
    return textPatches(operation).some(([path, patch]) => {
      const [[was], [is]] = [extract(path, before), extract(path, current)];
      const insertions = insertionsIn(patch);
      return insertions.length > 0 && (is === was || insertions.some((text) => !`${is}`.includes(text)));
    });
  });
}

/** Returns `base` with the texts of `edited` at the places of the operations. */
export function copyTexts(edited: Document, operations: Operation[], base: Document): Document {
  const paths = operations.flatMap(textPatches).map(([path]) => path);
  const texts = paths.flatMap((path) => extract(path, edited).map((text) => [path, text]));
  return base && applyTo(base, { patch: { id: base._id, set: Object.fromEntries(texts) } });
}
