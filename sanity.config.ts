import { defineConfig, type Tool } from 'sanity';
import { presentationTool } from 'sanity/presentation';
import { route } from 'sanity/router';
import { structureTool } from 'sanity/structure';
import { apiVersion } from './schemas/api-version.ts';
import { schemaTypes } from './schemas/index.ts';
import { toolsFor } from './studio/access/tools.ts';
import { showTimesInIndia } from './studio/client/india-time.ts';
import { createLakeClient, lakeAddress } from './studio/client/lake-client.ts';
import { documentActions } from './studio/documents/actions.tsx';
import { newDocumentOptions, pageTemplates } from './studio/documents/new-documents.ts';
import { withoutFormTitle } from './studio/form/document-form.tsx';
import { Input } from './studio/form/input.tsx';
import { pictureSources } from './studio/form/picture-files.ts';
import { studioLanguage } from './studio/form/studio-texts.ts';
import { TextPlugins } from './studio/form/text-input.tsx';
import { DocumentLayout } from './studio/form/typed-document.tsx';
import { HandbookTool } from './studio/handbook/handbook-tool.tsx';
import { withReleaseRules } from './studio/publishing/release-rules.ts';
import { readStudioSettings } from './studio/settings.ts';
import { structure } from './studio/structure/index.ts';
import { Account } from './studio/tools/account/account-tool.ts';
import { ApplicationsTool } from './studio/tools/applications/applications-tool.tsx';
import { StartTool } from './studio/tools/dashboard/dashboard-tool.tsx';
import { EnquiriesTool } from './studio/tools/enquiries/enquiries-tool.tsx';
import { LaunchChecklist } from './studio/tools/launch/launch-checklist.tsx';
import { PaymentsTool } from './studio/tools/payments/payments-tool.tsx';
import { PersonalDataTool } from './studio/tools/personal-data/personal-data-tool.tsx';
import { PicturesTool } from './studio/tools/pictures/pictures-tool.tsx';
import { locations, mainDocuments, openFormOnTap } from './studio/tools/preview/presentation.ts';
import { VisitsTool } from './studio/tools/visits/visits-tool.tsx';
import { inStaffTool } from './studio/ui/staff-tool.tsx';
import {
  preserveEditsOnPublish,
  repeatCommitsAsSameTransaction,
  reportRejectedEdits,
} from './studio/unsaved/sanity-mutator.ts';

const { hosted, projectId, dataset, siteUrl } = readStudioSettings();

/** Imported dynamically, because a static import would stay in the production build: the package has side effects. */
const queryTool =
  process.env.NODE_ENV === 'production'
    ? []
    : [
        (await import('@sanity/vision')).visionTool({
          title: 'Query',
          defaultApiVersion: apiVersion,
          defaultDataset: dataset,
        }),
      ];

/** The first tool opens by default. */
const start: Tool = { name: 'start', title: 'Start', component: inStaffTool(StartTool) };

/** The row at the top shows the tools in this order. Those that find no room are in the menu at its end. */
const ownTools: Tool[] = [
  { name: 'pictures', title: 'Pictures', component: inStaffTool(PicturesTool) },
  { name: 'applications', title: 'Applications', component: inStaffTool(ApplicationsTool) },
  { name: 'enquiries', title: 'Enquiries', component: inStaffTool(EnquiriesTool) },
  { name: 'visits', title: 'Visits', component: inStaffTool(VisitsTool) },
  {
    name: 'payments',
    title: 'Payments',
    component: PaymentsTool,
    router: route.create('/', [route.create('/:screen', [route.create('/:id')])]),
  },
  {
    name: 'handbook',
    title: 'Handbook',
    component: HandbookTool,
    router: route.create('/', [route.create('/:page')]),
  },
  { name: 'launch', title: 'Launch checklist', component: inStaffTool(LaunchChecklist) },
  { name: 'personal-data', title: 'Personal data', component: inStaffTool(PersonalDataTool) },
  ...(hosted ? [] : [{ name: 'account', title: 'Account', component: Account }]),
];

openFormOnTap();
showTimesInIndia();
preserveEditsOnPublish();
repeatCommitsAsSameTransaction();
reportRejectedEdits();

export default defineConfig({
  name: 'default',
  title: 'Website',
  projectId,
  dataset,
  ...(hosted
    ? // The payments tool shows the session to the site, which a session in a cookie would not allow.
      { auth: { loginMethod: 'token' } }
    : {
        apiHost: lakeAddress,
        unstable_clientFactory: createLakeClient,
        auth: {
          loginMethod: 'cookie',
          redirectOnSingle: true,
          providers: [
            {
              name: 'staff',
              title: 'Sign in',
              url: `${lakeAddress.slice(0, -'/lake'.length)}/staff/sign-in`,
            },
          ],
        },
      }),

  schema: {
    types: schemaTypes.map(withReleaseRules).map(withoutFormTitle),
    templates: (existing) => [...existing, ...pageTemplates],
  },
  document: {
    actions: documentActions,
    newDocumentOptions,
    comments: { enabled: hosted },
    components: { unstable_layout: DocumentLayout },
  },
  form: {
    components: { input: Input, portableText: { plugins: TextPlugins } },
    image: { assetSources: pictureSources },
  },
  i18n: studioLanguage,
  tools: toolsFor,
  plugins: [
    { name: 'start', tools: [start] },
    structureTool({ title: 'Content', structure }),
    presentationTool({
      title: 'Preview',
      previewUrl: {
        initial: siteUrl || globalThis.location?.origin,
        previewMode: {
          enable: '/api/draft-mode/enable',
          disable: '/api/draft-mode/disable',
          // A shared link of Presentation opens every draft. `share-preview.ts` makes links to one page.
          shareAccess: false,
        },
      },
      resolve: { locations, mainDocuments },
    }),
    { name: 'own-tools', tools: ownTools },
    ...queryTool,
  ],

  search: { strategy: hosted ? 'groq2024' : 'groqLegacy' },
  // Not needed by a small team, or not supported by the content lake.
  tasks: { enabled: false },
  scheduledPublishing: { enabled: false },
  mediaLibrary: { enabled: false },
  announcements: { enabled: false },
});
