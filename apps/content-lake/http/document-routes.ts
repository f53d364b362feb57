import { z } from 'zod';
import { mayUse } from '../access/permissions.ts';
import { assetOfDocument } from '../assets/asset-name.ts';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { project, readPerspective } from '../query/perspective.ts';
import type { Dataset } from '../store/dataset.ts';
import { draftId, publishedId } from '../store/document.ts';
import { clientBySite } from './origins.ts';
import { apiVersion, idsOf, inParts, type LakeApp, parametersOf, reader } from './request.ts';

const maxIds = 1000;
const options = z.object({ includeAllVersions: flag(), perspective: z.string().optional() });
/** Documents of an export that are read at a time; between two batches the lake answers requests. */
const batchSize = 100;

/** `/data/doc/:dataset/:ids` and `/data/export/:dataset`: documents by id, and all of them as lines of JSON. */
export function documentRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/doc/:dataset/:ids', (c) => {
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const principal = c.get('principal');
    const given = idsOf(c.req.param('ids'), maxIds);
    const { includeAllVersions: withVersions, perspective: view } = parametersOf(c, options);
    const ids = withVersions ? versionsOf(dataset, given) : given;
    apiVersion(c);
    const perspective = view ? readPerspective(view, '1') : 'raw';
    const documents: unknown[] = [];
    const omitted: { id: string; reason: string }[] = [];
    for (const id of ids) {
      const { document } = project(id, perspective, 'everything', (one) => dataset.get(one) ?? undefined);
      if (!document) omitted.push({ id, reason: 'existence' });
      else if (
        mayUse(principal, 'read', dataset.get(String(document._originalId ?? document._id)) ?? document)
      )
        documents.push(document);
      // Whoever may not read a draft is not told either that there is one.
      else if (!withVersions)
        omitted.push({ id, reason: principal.kind === 'anonymous' ? 'existence' : 'permission' });
    }
    return c.json({ documents, omitted });
  });

  app.get('/:version/data/export/:dataset', (c) => {
    const principal = reader(c);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const types = c.req.query('types')?.split(',');
    const ids = dataset.ids(types);
    const isDirect = clientBySite(c.req.raw.headers, lake.config) === undefined;
    const url = isDirect ? new URL(c.req.url).origin : lake.config.url;
    function* batches() {
      while (ids.length > 0)
        yield ids
          .splice(0, batchSize)
          .map((id) => dataset.get(id))
          .filter((one) => one !== null && mayUse(principal, 'read', one))
          // The exporter fetches assets from their `url`, also while the site is not there.
          .map((one) => (one && assetOfDocument(one._id) ? { ...one, url: `${url}/${one.path}` } : one))
          .map((one) => `${JSON.stringify(one)}\n`)
          .join('');
    }
    return inParts(batches(), 'application/x-ndjson');
  });
}

/** Ids of the published document, the draft and the versions of releases, as far as they are there. */
function versionsOf(dataset: Dataset, ids: string[]): string[] {
  const versions = dataset.idsFrom('versions.');
  return [...new Set(ids.map(publishedId))].flatMap((id) =>
    [id, draftId(id), ...versions.filter((one) => publishedId(one) === id)].filter((one) => dataset.get(one)),
  );
}
