import { readSettings } from '#settings';
import { runLake } from '../content-lake/run.ts';
import { Accounts } from './accounts.ts';
import { staffApp } from './pages/app.ts';

/** The content lake with the people who may sign in to it. */
await runLake((config) => {
  const accounts = new Accounts(config, readSettings(process.env));
  const { db, sessions } = accounts;
  return {
    routes: staffApp(accounts),
    senderOf: (method, headers) => accounts.senderOf(method, headers),
    isSignedIn: ({ credentialId, role }) =>
      accounts.personOf(sessions.by('id', credentialId)[0])?.role.name === role.name,
    signOut: ({ id, credentialId }) => sessions.end(id, credentialId),
    find: (id) => accounts.find(id),
    close: () => db.close(),
  };
});
