import { defineCliConfig } from 'sanity/cli';
import { patchSanity } from './studio/vite-plugins/patch-sanity.ts';
import { reloadOnLoadError } from './studio/vite-plugins/reload-on-load-error.ts';
import { removeExternalRequests } from './studio/vite-plugins/remove-external-requests.ts';

const variables = [
  'SANITY_STUDIO_LAKE',
  'SANITY_STUDIO_PROJECT_ID',
  'SANITY_STUDIO_DATASET',
  'SANITY_STUDIO_SITE_URL',
];

/** In development the Studio has its own origin, and proxies the site's. */
const { SANITY_API_HOST: target, CONTENT_LAKE_SITE_KEY: siteKey = '', SITE_ORIGIN: site = '' } = process.env;
const lake = { target, ws: true, headers: { 'x-lake-site-key': siteKey, 'x-client-address': '127.0.0.1' } };
const proxy = {
  '/lake/': { ...lake, rewrite: (path: string) => path.slice('/lake'.length) },
  '/staff': lake,
  '/api/': site,
};

export default defineCliConfig({
  api: {
    projectId: process.env.SANITY_STUDIO_PROJECT_ID || 'local',
    dataset: process.env.SANITY_STUDIO_DATASET || 'production',
  },
  project: { basePath: '/studio' },
  // Updates come with package.json, not from a CDN at run time.
  deployment: { autoUpdates: false },
  reactStrictMode: false,
  schemaExtraction: { path: 'schema.json', enforceRequiredFields: true },
  typegen: {
    path: 'web/**/*.{ts,tsx}',
    schema: 'schema.json',
    generates: 'web/content/types.generated.ts',
    overloadClientMethods: true,
  },
  vite: (config) => ({
    ...config,
    server: { ...config.server, proxy },
    define: {
      ...config.define,
      // An unset variable would stay `process.env.X`, which browsers lack.
      ...Object.fromEntries(
        variables.map((name) => [`process.env.${name}`, JSON.stringify(process.env[name] ?? '')]),
      ),
    },
    build: {
      ...config.build,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        // Otherwise some 200 icons are files of their own, a second or two on a slow line.
        output: { codeSplitting: { groups: [{ name: 'icons', test: /@sanity\/icons/ }] } },
      },
    },
    plugins: [...(config.plugins ?? []), patchSanity(), removeExternalRequests(), reloadOnLoadError()],
  }),
});
