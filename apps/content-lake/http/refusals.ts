import { httpError } from '../errors.ts';
import type { LakeApp } from './request.ts';

/** What Sanity has beyond this lake, by its calls; of those with a parameter, only the calls that set it. As in the README. */
const refused: Record<string, string[]> = {
  'Content source maps': ['ALL /data/query/:dataset?resultSourceMap'],
  'Explaining queries': ['ALL /data/query/:dataset?explain'],
  'Variants of documents': ['ALL /data/query/:dataset?variant', 'ALL /data/query/:dataset?variantCondition'],
  'Live events after a function': ['ALL /data/live/events/:dataset?waitFor'],
  'Changing, copying, tagging and backing up datasets': [
    'PATCH /datasets/:name',
    'ALL /datasets/:name/copy',
    'ALL /datasets/:name/tags/*',
    'ALL /datasets/:name/backups/*',
    'ALL /jobs/*',
  ],
  'Aliases of datasets': ['ALL /aliases/*'],
  Embeddings: ['PUT /datasets/:name/settings/embeddings', 'ALL /embeddings-index/*'],
  'Data by the address of a resource': [
    'ALL /projects/:project/datasets/:name/query/*',
    'ALL /projects/:project/datasets/:name/doc/*',
    'ALL /projects/:project/datasets/:name/mutate/*',
    'ALL /projects/:project/datasets/:name/actions/*',
  ],
  'Scheduling but for releases': [
    'POST /schedules/*',
    'PATCH /schedules/*',
    'DELETE /schedules/*',
    'ALL /scheduling/*',
  ],
  'Comments and tasks': ['ALL /comments/*', 'ALL /collaboration/*', 'ALL /tasks/*'],
  'A media library, canvases and dashboards': [
    'ALL /media-libraries/*',
    'ALL /assets/media-library-link/*',
    'ALL /canvases/*',
    'ALL /dashboards/*',
  ],
  'AI agents and their knowledge': [
    'POST /agent/*',
    'ALL /assist/*',
    'ALL /context/*',
    'ALL /knowledge-bases/*',
  ],
  'Functions and blueprints': ['ALL /functions/*', 'ALL /blueprints/*'],
  GraphQL: ['ALL /graphql/*', 'ALL /apis/*'],
  'Making and changing projects': [
    'POST /projects',
    'PATCH /projects/:project',
    'DELETE /projects/:project',
    'ALL /organizations/*',
  ],
  'Tokens, origins, members and webhooks by API': [
    'ALL /projects/:project/tokens/*',
    'ALL /projects/:project/cors/*',
    'ALL /projects/:project/members/*',
    'ALL /invitations/*',
    'ALL /hooks/*',
  ],
  'Usage statistics': ['POST /intake/*'],
};

/** Answers calls that are not spoken with 404, and parameters with 400, by name: to ignore them would be to agree. */
export function refusals(app: LakeApp) {
  for (const [what, calls] of Object.entries(refused))
    for (const call of calls) {
      const [, method = '', path = '', parameter] = /^(\S+) ([^?]+)\??(.*)$/.exec(call) ?? [];
      // Clients write both forms of the address, depending on whether the host names the project.
      const ofProject = path.startsWith('/datasets/') ? [`/:version/projects/:project${path}`] : [];
      app.on(method, [`/:version${path}`, ...ofProject], (c, next) => {
        if (parameter && ['', 'false'].includes(c.req.query(parameter) ?? '')) return next();
        const asked = parameter ? `Parameter "${parameter}"` : `${c.req.method} ${c.req.path}`;
        const message = `${what}: not in this content lake; its README says what is. Asked for: ${asked}`;
        throw httpError(parameter ? 400 : 404, message);
      });
    }
}
