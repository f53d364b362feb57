import { defineCliConfig } from 'sanity/cli';
import { mendSanity } from './studio/vite-plugins/mend-sanity.ts';
import { withoutOutsideRequests } from './studio/vite-plugins/without-outside-requests.ts';

const variables = [
  'SANITY_STUDIO_LAKE',
  'SANITY_STUDIO_PROJECT_ID',
  'SANITY_STUDIO_DATASET',
  'SANITY_STUDIO_SITE_URL',
];

/** In development the Studio has an origin of its own, which passes on what the site's does. */
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
  // Updates come with package.json, tested together, not from a CDN at run time.
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
      // A variable that is not set would stay `process.env.X`, which does not exist in a browser.
      ...Object.fromEntries(
        variables.map((name) => [`process.env.${name}`, JSON.stringify(process.env[name] ?? '')]),
      ),
    },
    build: {
      ...config.build,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        // Each of some 200 icons would be a file of its own, and over a slow line a second or two of the start.
        output: { codeSplitting: { groups: [{ name: 'icons', test: /@sanity\/icons/ }] } },
      },
    },
    plugins: [...(config.plugins ?? []), mendSanity(), withoutOutsideRequests()],
  }),
});
