import { defineConfig } from 'sanity';
import { schemaTypes } from './schemas/index.ts';

export default defineConfig({ projectId: 'local', dataset: 'production', schema: { types: schemaTypes } });
