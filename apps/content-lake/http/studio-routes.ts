import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { publishedId } from '../store/document.ts';
import { type LakeApp, reader, signedIn } from './request.ts';

/** Empty answers for the Studio's calls to Sanity's other services. */
export function studioRoutes(app: LakeApp, lake: Lake) {
  const { projectId } = lake.config;

  app.get('/:version/ping', (c) => c.json({}));
  app.get('/:version/check/cors', (c) => c.json({ result: { allowed: true, withCredentials: true } }));
  // Without comments the Studio wraps its tools in an upsell, and mounts them twice on start.
  app.get('/:version/features', (c) => c.json(['studioComments', 'contentReleases', 'singleDocRelease']));
  app.get('/:version/help', (c) => c.json({ sections: { sections: [] }, resources: { sectionArray: [] } }));
  app.get('/:version/journey/announcements', (c) => c.json([]));
  app.get('/:version/journey/*', (c) => c.json(null));
  app.get('/:version/intake/telemetry-status', (c) => c.json({ status: 'denied' }));
  app.get(`/:version/projects/${projectId}/user-applications`, (c) => c.json([]));
  app.get('/:version/schedules/*', (c) => c.json({ schedules: [] }));
  // A 200 that closes would make the Studio reconnect endlessly.
  app.get('/:version/agent/*', (c) => c.body(null, 204));

  app.get('/:version/data/references/:dataset/documents/:id/to', (c) => {
    signedIn(c);
    // References from other datasets, of which there are none.
    lake.datasets.get(c.req.param('dataset'));
    return c.json({ totalCount: 0, references: [] });
  });

  app.get('/:version/data/references/:dataset/documents/:id', (c) => {
    reader(c);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const id = publishedId(c.req.param('id'));
    if (!dataset.get(id)) throw httpError(404, `Document "${id}" not found`);
    return c.json({ references: dataset.referencing(id) });
  });
}
