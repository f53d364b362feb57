import { httpError } from '../errors.ts';
import type { LakeApp } from './request.ts';

/** Sanity's calls that the lake lacks, as in the README; with `?name`, only calls that set the parameter. */
const unsupported = {
  'Content source maps': '/data/query/:dataset?resultSourceMap',
  'Explaining queries': '/data/query/:dataset?explain',
  'Variants of documents': '/data/query/:dataset?variant, /data/query/:dataset?variantCondition',
  'Changing, copying, tagging and backing up datasets':
    'PATCH /datasets/:name, /datasets/:name/copy, /datasets/:name/tags/*, /datasets/:name/backups/*, /jobs/*',
  'Aliases of datasets': '/aliases/*',
  Embeddings: 'PUT /datasets/:name/settings/embeddings, /embeddings-index/*',
  'Data by the address of a resource':
    '/projects/:project/datasets/:name/query/*, /projects/:project/datasets/:name/doc/*, /projects/:project/datasets/:name/mutate/*, /projects/:project/datasets/:name/actions/*',
  'What happened to releases': '/data/history/:dataset/events/releases/*',
  'Scheduling but for releases': 'POST /schedules/*, PATCH /schedules/*, DELETE /schedules/*, /scheduling/*',
  'Comments and tasks': '/comments/*, /collaboration/*, /tasks/*',
  'A media library, canvases and dashboards':
    '/media-libraries/*, /assets/media-library-link/*, /canvases/*, /dashboards/*',
  'AI agents and their knowledge': 'POST /agent/*, /assist/*, /context/*, /knowledge-bases/*',
  'Functions and blueprints': '/functions/*, /blueprints/*',
  GraphQL: '/graphql/*, /apis/*',
  'Making and changing projects':
    'POST /projects, PATCH /projects/:project, DELETE /projects/:project, /organizations/*',
  'Tokens, origins, members and webhooks by API':
    '/projects/:project/tokens/*, /projects/:project/cors/*, /projects/:project/members/*, /invitations/*, /hooks/*',
  'Usage statistics': 'POST /intake/*',
};

/** Refuses unsupported calls with 404 and parameters with 400, by name, rather than ignoring them. */
export function refuseUnsupportedCalls(app: LakeApp) {
  for (const [what, calls] of Object.entries(unsupported))
    for (const call of calls.split(', ')) {
      const [, method = 'ALL', path = '', parameter] = /^(?:(\S+) )?([^?]+)\??(.*)$/.exec(call) ?? [];
      // Clients write both forms of the address, depending on whether the host names the project.
      const ofProject = path.startsWith('/datasets/') ? [`/:version/projects/:project${path}`] : [];
      app.on(method, [`/:version${path}`, ...ofProject], (c, next) => {
        if (parameter && ['', 'false'].includes(c.req.query(parameter) ?? '')) return next();
        const subject = parameter ? `Parameter "${parameter}"` : `${c.req.method} ${c.req.path}`;
        const message = `${what}: not in this content lake; its README says what is. Asked for: ${subject}`;
        throw httpError(parameter ? 400 : 404, message);
      });
    }
}
