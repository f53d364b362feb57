import { BufferedDocument } from '@sanity/mutator';
import { expect, test } from 'vitest';

test('@sanity/mutator has the internals that studio/unsaved/sanity-mutator.ts changes', () => {
  const document = new BufferedDocument(null);
  expect(document).toMatchObject({
    arrive: expect.any(Function),
    reset: expect.any(Function),
    performCommits: expect.any(Function),
    handleDocumentDeleted: expect.any(Function),
    buffer: { hasChanges: expect.any(Function), purge: expect.any(Function) },
    document: { hasUnresolvedMutations: expect.any(Function), rebase: expect.any(Function), HEAD: null },
    committerRunning: false,
    LOCAL: null,
  });
});
