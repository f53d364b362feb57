import { z } from 'zod';
import { mayUse } from '../access/permissions.ts';
import { assetOfDocument } from '../assets/asset-name.ts';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { project, readPerspective } from '../query/perspective.ts';
import type { Dataset } from '../store/dataset.ts';
import { draftId, publishedId } from '../store/document.ts';
import { clientBySite } from './origins.ts';
import { apiVersion, idsOf, inParts, type LakeApp, parametersOf, reader, separated } from './request.ts';

const maxIds = 1000;
const options = z.object({ includeAllVersions: flag(), perspective: z.string().optional() });

/** `/data/doc/:dataset/:ids` and `/data/export/:dataset`. */
export function documentRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/doc/:dataset/:ids', (c) => {
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const principal = c.get('principal');
    const given = idsOf(c.req.param('ids'), maxIds);
    const { includeAllVersions: withVersions, perspective: view } = parametersOf(c, options);
    const ids = withVersions ? versionsOf(dataset, given) : given;
    apiVersion(c);
    const perspective = view ? readPerspective(view, '1') : 'raw';
    const omitted: { id: string; reason: string }[] = [];
    function textOf(id: string): string {
      const { document } = project(id, perspective, 'everything', (one) => dataset.get(one) ?? undefined);
      const stored = document && (dataset.get(String(document._originalId ?? id)) ?? document);
      if (stored && mayUse(principal, 'read', stored)) return JSON.stringify(document);
      // Anonymous requests do not learn that a draft exists.
      const reason = stored && principal.kind !== 'anonymous' ? 'permission' : 'existence';
      if (!withVersions) omitted.push({ id, reason });
      return '';
    }
    function* answer() {
      yield '{"documents":[';
      yield* separated(ids, textOf);
      yield `],"omitted":${JSON.stringify(omitted)}}`;
    }
    return inParts(answer(), 'application/json');
  });

  app.get('/:version/data/export/:dataset', (c) => {
    const principal = reader(c);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const types = c.req.query('types')?.split(',');
    const ids = dataset.ids(types);
    const isDirect = clientBySite(c.req.raw.headers, lake.config) === undefined;
    const url = isDirect ? new URL(c.req.url).origin : lake.config.url;
    function* lines() {
      for (const id of ids) {
        const one = dataset.get(id);
        if (!one || !mayUse(principal, 'read', one)) continue;
        // The exporter fetches assets by `url`, even while the site is down.
        const document = assetOfDocument(id) ? { ...one, url: `${url}/${one.path}` } : one;
        yield `${JSON.stringify(document)}\n`;
      }
    }
    return inParts(lines(), 'application/x-ndjson');
  });
}

function versionsOf(dataset: Dataset, ids: string[]): string[] {
  const versions = Map.groupBy(dataset.idsFrom('versions.'), publishedId);
  return [...new Set(ids.map(publishedId))].flatMap((id) => [id, draftId(id), ...(versions.get(id) ?? [])]);
}
