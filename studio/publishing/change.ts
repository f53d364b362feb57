import { isPageType } from '#schemas/paths.ts';
import { textOf } from '#schemas/property.ts';
import { comparablePath } from '#schemas/redirect-rules.ts';
import { documentPath } from '#studio/documents/document-path.ts';
import { anchorsOf, figuresOf, pathLinksOf } from './parts.ts';

/** A change about to go live: the document as visitors see it, and as they would see it (null: not at all). */
export interface Change {
  id: string;
  type: string;
  before: unknown;
  after: unknown;
  /** It happens at a time or with a release: nobody is asked then, and no redirects are made. */
  isLater?: boolean;
  /** A field's title. */
  titleOf?(field: string): string | undefined;
}

/** Paths, anchors and figures that a change takes from the site. */
export function lossesOf({ type, before, after }: Change) {
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

/** Paths within the site that a change leads to. */
export function pathsLedTo({ type, after }: Change): string[] {
  const redirected = type === 'redirect' ? textOf(after, 'to') : undefined;
  return [...pathLinksOf(after), ...(redirected ? [redirected] : [])]
    .filter((path) => path.startsWith('/'))
    .map(comparablePath);
}
