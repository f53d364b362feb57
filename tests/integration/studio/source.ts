import type { SanityClient } from '@sanity/client';
import { createSourceFromConfig, type SchemaTypeDefinition } from 'sanity';

/** Returns what the Studio's validation needs: its schema, and a client of the content lake for its queries. */
export const createSource = (client: SanityClient, types: SchemaTypeDefinition[]) =>
  createSourceFromConfig({
    name: 'default',
    title: 'Website',
    basePath: '/',
    projectId: 'local',
    dataset: 'production',
    schema: { types },
    currentUser: { id: 'editor', name: 'Editor', email: 'editor@example.com', role: 'editor', roles: [] },
    getClient: ({ apiVersion }) => client.withConfig({ apiVersion }),
  });
