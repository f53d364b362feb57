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

/** `sanity dev` runs the Studio on its own origin and proxies the site and the content lake. */
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
  // Versions come from package.json. The Studio must not update itself from a CDN.
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
      // Browsers have no `process`, so unset variables become empty strings.
      ...Object.fromEntries(
        variables.map((name) => [`process.env.${name}`, JSON.stringify(process.env[name] ?? '')]),
      ),
    },
    build: {
      ...config.build,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        // One file for about 200 icons saves a second or two on a slow connection.
        output: { codeSplitting: { groups: [{ name: 'icons', test: /@sanity\/icons/ }] } },
      },
    },
    plugins: [...(config.plugins ?? []), patchSanity(), removeExternalRequests(), reloadOnLoadError()],
  }),
});
