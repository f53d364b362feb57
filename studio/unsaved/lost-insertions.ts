import { extract, Mutation } from '@sanity/mutator';

type Operation = Mutation['mutations'][number];
type Document = ReturnType<Mutation['apply']>;

/** Text that an operation no longer inserts at a path. */
export type LostInsertion = { operation: Operation; path: string; text: string };

const insertionsIn = (patch: string) =>
  patch
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => decodeURI(line.slice(1)));

const applyTo = (document: Document, operation: Operation) =>
  document || !operation.patch ? new Mutation({ mutations: [operation] }).apply(document) : document;

const setText = (document: Document, path: string, text: unknown) =>
  document && applyTo(document, { patch: { id: document._id, set: { [path]: text } } });

/**
 * Applies operations in turn, and returns the insertions that are then missing. If the letters around an insertion are
 * gone, Sanity skips it silently.
 */
export function findLostInsertions(operations: Operation[], document: Document): LostInsertion[] {
  let current = document;
  return operations.flatMap((operation) => {
    const before = current;
    current = applyTo(before, operation);
    return Object.entries(operation.patch?.diffMatchPatch ?? {}).flatMap(([path, patch]) => {
      const [[was], [is]] = [extract(path, before), extract(path, current)];
      const lost = insertionsIn(patch).filter((text) => is === was || !`${is}`.includes(text));
      return lost.length > 0 ? [{ operation, path, text: lost.join('') }] : [];
    });
  });
}

export const hasText = (document: Document, path: string) => extract(path, document).length > 0;

/** Appends lost insertions to their texts. */
export const appendInsertions = (lost: LostInsertion[], document: Document): Document =>
  lost.reduce(
    (last, { path, text }) => setText(last, path, `${extract(path, last)[0] ?? ''}${text}`),
    document,
  );

/** Returns `base` with the texts of `edited` at the places of lost insertions. */
export const copyTexts = (lost: LostInsertion[], edited: Document, base: Document): Document =>
  lost.reduce((last, { path }) => setText(last, path, extract(path, edited)[0]), base);
