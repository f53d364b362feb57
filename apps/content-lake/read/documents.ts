import { mayUse } from '../access/permissions.ts';
import type { Principal } from '../access/principal.ts';
import { assetOfDocument } from '../assets/asset-name.ts';
import { type Perspective, project } from '../query/perspective.ts';
import { draftId, publishedId } from '../store/document.ts';
import type { StoredDocuments } from '../store/documents.ts';
import { separated } from './separated.ts';

export type DocumentsRequest = {
  principal: Principal;
  ids: string[];
  withVersions: boolean;
  perspective: Perspective;
};

/** The answer of `/data/doc/:dataset/:ids`. */
export function* documentsText(stored: StoredDocuments, request: DocumentsRequest): Generator<string> {
  const { principal, ids, withVersions, perspective } = request;
  const omitted: { id: string; reason: string }[] = [];
  function textOf(id: string): string {
    const { document } = project(id, perspective, 'everything', (one) => stored.get(one) ?? undefined);
    const own = document && (document._originalId ? stored.get(String(document._originalId)) : document);
    if (own && mayUse(principal, 'read', own)) return JSON.stringify(document);
    // Anonymous requests do not learn that a draft exists.
    const reason = own && principal.kind !== 'anonymous' ? 'permission' : 'existence';
    if (!withVersions) omitted.push({ id, reason });
    return '';
  }
  yield '{"documents":[';
  yield* separated(withVersions ? versionsOf(stored, ids) : ids, textOf);
  yield `],"omitted":${JSON.stringify(omitted)}}`;
}

/** `url`: where assets are fetched from. */
export type ExportRequest = { principal: Principal; types: string[] | undefined; url: string };

/** Every document as a line. */
export function* exportText(
  stored: StoredDocuments,
  { principal, types, url }: ExportRequest,
): Generator<string> {
  for (const id of stored.ids(types)) {
    const one = stored.get(id);
    const isShown = one && mayUse(principal, 'read', one);
    // The exporter fetches assets by `url`, even while the site is down.
    const document = isShown && assetOfDocument(id) ? { ...one, url: `${url}/${one.path}` } : one;
    yield isShown ? `${JSON.stringify(document)}\n` : '';
  }
}

function versionsOf(stored: StoredDocuments, ids: string[]): string[] {
  const versions = Map.groupBy(stored.idsFrom('versions.'), publishedId);
  return [...new Set(ids.map(publishedId))].flatMap((id) => [id, draftId(id), ...(versions.get(id) ?? [])]);
}
