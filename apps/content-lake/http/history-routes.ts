import type { Lake } from '../lake.ts';
import { documentParameters, eventParameters, transactionParameters } from '../read/history.ts';
import { idsOf, type LakeApp, parametersOf, reader, sendRead } from './request.ts';

const maxIds = 100;

/** `/data/history/:dataset/…`, for the Studio's history pane, Review changes and restoring. */
export function historyRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/history/:dataset/events/documents/:id', (c) => {
    reader(c);
    const events = { id: c.req.param('id'), ...parametersOf(c, eventParameters) };
    return sendRead(c, lake, 'application/json', { events });
  });

  app.get('/:version/data/history/:dataset/transactions/:ids', (c) => {
    reader(c);
    const asked = parametersOf(c, transactionParameters);
    const transactions = { ids: idsOf(c.req.param('ids'), maxIds), ...asked };
    return sendRead(c, lake, 'application/x-ndjson', { transactions });
  });

  app.get('/:version/data/history/:dataset/documents/:ids', (c) => {
    const principal = reader(c);
    const asked = parametersOf(c, documentParameters);
    const states = { principal, ids: idsOf(c.req.param('ids'), maxIds), ...asked };
    return sendRead(c, lake, 'application/json; charset=utf-8', { states });
  });
}
