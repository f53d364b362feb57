import type { Path } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { textOf } from '#schemas/property.ts';
import { comparablePath } from '#schemas/redirect-rules.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { anchorsOf, figuresOf, pathLinksOf } from '#studio/content/traverse.ts';

/** A document as it is published (null if it is not), and as it will be (null if it is removed). */
export interface Change {
  id: string;
  type: string;
  before: unknown;
  after: unknown;
  /** Whether the change is scheduled or in a release. Then no dialog can be shown, and no redirects are created. */
  isLater?: boolean;
  /** Returns the titles that lead to a field of the document. */
  titleOf?(path: Path): string;
}

/** Returns the path, anchors and figures that a change removes from the site. */
export function removalsOf({ type, before, after }: Change) {
  const [from, to] = [documentPath(type, before), documentPath(type, after)];
  const isGone = from !== null && from !== to;
  const anchors = new Set(anchorsOf(before));
  for (const anchor of anchorsOf(after)) anchors.delete(anchor);
  const remaining = new Set(figuresOf(after).map(({ key }) => key));
  return {
    page: from ?? '',
    isPageGone: isGone && isPageType(type),
    anchors,
    figures: figuresOf(type === 'siteSettings' ? before : null).filter(({ key }) => !remaining.has(key)),
  };
}

/** Returns the site paths that the changed document links to. */
export function linkedPaths({ type, after }: Change): string[] {
  const redirected = type === 'redirect' ? textOf(after, 'to') : undefined;
  return [...pathLinksOf(after), ...(redirected ? [redirected] : [])]
    .filter((path) => path.startsWith('/'))
    .map(comparablePath);
}
