import { defineCliConfig } from 'sanity/cli';

export default defineCliConfig({
  api: { projectId: 'local', dataset: 'production' },
  deployment: { autoUpdates: false },
  typegen: {
    path: './web/**/*.{ts,tsx}',
    schema: './schema.json',
    generates: './web/sanity/types.generated.ts',
    overloadClientMethods: true,
  },
});
