import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { publishedId } from '../store/document.ts';
import { type LakeApp, reader, signedIn } from './request.ts';

/** What the Studio asks of Sanity's other services. A machine without them answers that there is nothing. */
export function studioRoutes(app: LakeApp, lake: Lake) {
  const { projectId } = lake.config;

  app.get('/:version/ping', (c) => c.json({}));
  app.get('/:version/check/cors', (c) => c.json({ result: { allowed: true, withCredentials: true } }));
  // Without comments, the Studio puts an offer to buy them around its tools, and so mounts those twice while it starts.
  app.get('/:version/features', (c) => c.json(['studioComments', 'contentReleases', 'singleDocRelease']));
  app.get('/:version/help', (c) => c.json({ sections: { sections: [] }, resources: { sectionArray: [] } }));
  app.get('/:version/journey/announcements', (c) => c.json([]));
  app.get('/:version/journey/*', (c) => c.json(null));
  app.get('/:version/intake/telemetry-status', (c) => c.json({ status: 'denied' }));
  app.get(`/:version/projects/${projectId}/user-applications`, (c) => c.json([]));
  app.get('/:version/schedules/*', (c) => c.json({ schedules: [] }));
  // A closed 200 would make the Studio connect again and again.
  app.get('/:version/agent/*', (c) => c.body(null, 204));

  app.get('/:version/data/references/:dataset/documents/:id/to', (c) => {
    signedIn(c);
    // The Studio asks here for references from other datasets of the organisation; there are none.
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
