import { isPageType } from '#schemas/paths.ts';
import { textOf } from '#schemas/property.ts';
import { comparablePath } from '#schemas/redirect-rules.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { anchorsOf, figuresOf, pathLinksOf } from '#studio/content/traverse.ts';

/** A document as visitors see it, and as they would after publishing (null: gone). */
export interface Change {
  id: string;
  type: string;
  before: unknown;
  after: unknown;
  /** Scheduled or in a release: without questions, and without new redirects. */
  isLater?: boolean;
  titleOf?(field: string): string | undefined;
}

/** Paths, anchors and figures that a change removes from the site. */
export function removalsOf({ type, before, after }: Change) {
  const [from, to] = [documentPath(type, before), documentPath(type, after)];
  const isGone = from !== null && from !== to;
  const anchors = new Set(anchorsOf(before));
  for (const anchor of anchorsOf(after)) anchors.delete(anchor);
  const kept = new Set(figuresOf(after).map(({ key }) => key));
  return {
    page: from ?? '',
    isPageGone: isGone && isPageType(type),
    anchors,
    figures: figuresOf(type === 'siteSettings' ? before : null).filter(({ key }) => !kept.has(key)),
  };
}

export function linkedPaths({ type, after }: Change): string[] {
  const redirected = type === 'redirect' ? textOf(after, 'to') : undefined;
  return [...pathLinksOf(after), ...(redirected ? [redirected] : [])]
    .filter((path) => path.startsWith('/'))
    .map(comparablePath);
}
