import { runLake } from 'content-lake';
import { assistantLimits } from '#roles';
import { findPromises } from '#schemas/find-promises.ts';
import { editPath } from '#schemas/paths.ts';
import { readSettings } from '#settings';
import { logAs } from '#telemetry/log.ts';
import { serveMetrics } from '#telemetry/metrics.ts';
import { Accounts } from './accounts.ts';
import { observe } from './observe.ts';
import { staffApp } from './pages/app.ts';

const { port } = await runLake((config) => {
  const accounts = new Accounts(config, readSettings(process.env));
  const { db, sessions } = accounts;
  return {
    observe,
    accounts: {
      routes: staffApp(accounts),
      authenticate: (method, headers) => accounts.findSender(method, headers),
      isSignedIn: ({ credentialId, role }) =>
        accounts.toPrincipal(sessions.findBy('id', credentialId)[0])?.role.name === role.name,
      signOut: ({ id, credentialId }) => sessions.end(id, credentialId),
      find: (id) => accounts.find(id),
      list: () => accounts.list(),
      assistants: {
        limits: assistantLimits,
        find: (header) => accounts.findAssistant(header),
        review: (draft, find) => ({
          openInStudio: `${accounts.site.url}/studio${editPath(draft._id.slice('drafts.'.length), draft._type)}`,
          needsEvidence: findPromises([find('siteSettings'), draft])
            .filter(({ id }) => id === draft._id)
            .map(({ path, title }) => ({ path, sentence: title })),
        }),
      },
      close: () => db.close(),
    },
  };
});
// The output so far is for the person who starts the lake. From here on, the output is a log.
logAs('content lake');
const metricsPort = Number(process.env.CONTENT_LAKE_METRICS_PORT);
if (metricsPort) serveMetrics(metricsPort);
console.log(`Content lake ready on port ${port}`);
