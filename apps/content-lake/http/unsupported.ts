import { httpError } from '../errors.ts';
import type { LakeApp } from './request.ts';

/** Unsupported calls of Sanity's API, as in the README. `?name` limits an entry to calls with that parameter. */
const unsupported = {
  'Content source maps': '/data/query/:dataset?resultSourceMap',
  'Explaining queries': '/data/query/:dataset?explain',
  'Variants of documents': '/data/query/:dataset?variant, /data/query/:dataset?variantCondition',
  'Changing, copying, tagging and backing up datasets':
    'PATCH /datasets/:name, /datasets/:name/copy, /datasets/:name/tags/*, /datasets/:name/backups/*, /jobs/*',
  'Aliases of datasets': '/aliases/*',
  Embeddings: 'PUT /datasets/:name/settings/embeddings, /embeddings-index/*',
  'Data by resource URL':
    '/projects/:project/datasets/:name/query/*, /projects/:project/datasets/:name/doc/*, /projects/:project/datasets/:name/mutate/*, /projects/:project/datasets/:name/actions/*',
  'Events of releases': '/data/history/:dataset/events/releases/*',
  'Scheduling other than by releases':
    'POST /schedules/*, PATCH /schedules/*, DELETE /schedules/*, /scheduling/*',
  'Comments and tasks': '/comments/*, /collaboration/*, /tasks/*',
  'A media library, canvases and dashboards':
    '/media-libraries/*, /assets/media-library-link/*, /canvases/*, /dashboards/*',
  'AI agents and knowledge bases': 'POST /agent/*, /assist/*, /context/*, /knowledge-bases/*',
  'Functions and blueprints': '/functions/*, /blueprints/*',
  GraphQL: '/graphql/*, /apis/*',
  'Creating and changing projects':
    'POST /projects, PATCH /projects/:project, DELETE /projects/:project, /organizations/*',
  'Tokens, origins, members and webhooks by API':
    '/projects/:project/tokens/*, /projects/:project/cors/*, /projects/:project/members/*, /invitations/*, /hooks/*',
  'Usage statistics': 'POST /intake/*',
};

/** Refuses unsupported calls with 404, and unsupported parameters with 400. The message names the feature. */
export function refuseUnsupportedCalls(app: LakeApp) {
  for (const [feature, calls] of Object.entries(unsupported))
    for (const call of calls.split(', ')) {
      const [, method = 'ALL', path = '', parameter] = /^(?:(\S+) )?([^?]+)\??(.*)$/.exec(call) ?? [];
      // Clients use both paths, depending on whether the host contains the project id.
      const ofProject = path.startsWith('/datasets/') ? [`/:version/projects/:project${path}`] : [];
      app.on(method, [`/:version${path}`, ...ofProject], (c, next) => {
        if (parameter && ['', 'false'].includes(c.req.query(parameter) ?? '')) return next();
        const subject = parameter ? `Parameter "${parameter}"` : `${c.req.method} ${c.req.path}`;
        const message = `${feature}: not supported by this content lake. See its README. Requested: ${subject}`;
        throw httpError(parameter ? 400 : 404, message);
      });
    }
}
