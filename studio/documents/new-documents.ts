import {
  type InitialValueResolverContext,
  type NewDocumentOptionsResolver,
  resolveInitialValueForType,
  type Template,
} from 'sanity';
import { page } from '#schemas/documents/page.ts';
import type { sections } from '#schemas/sections/index.ts';
import { editsOpeningsOnly, seesPaymentsOnly } from '#studio/access/roles.ts';
import { isSingleton } from '#studio/content/singletons.ts';

/** Limits the "Create" menus: no second singleton, only openings for HR, nothing for finance. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options, { currentUser }) =>
  options.filter(({ templateId }) => {
    if (isSingleton(templateId) || seesPaymentsOnly(currentUser)) return false;
    return !editsOpeningsOnly(currentUser) || templateId === 'jobOpening';
  });

type SectionName = (typeof sections)[number]['type']['name'];

const kinds: { id: string; title: string; kind: string; sections: SectionName[] }[] = [
  {
    id: 'page-service',
    title: 'Service page',
    kind: 'service',
    sections: ['hero', 'textBlock', 'checklist', 'process', 'faq', 'callToAction'],
  },
  {
    id: 'page-campaign',
    title: 'Campaign page',
    kind: 'standard',
    sections: ['hero', 'featureCards', 'figures', 'testimonials', 'enquiryForm'],
  },
  {
    id: 'page-text',
    title: 'Text page',
    kind: 'standard',
    sections: ['textBlock'],
  },
];

/** Page templates with sections. Required texts are empty, so that a new page cannot be published unchanged. */
export const pageTemplates: Template[] = kinds.map(({ kind, sections: names, ...about }) => ({
  ...about,
  schemaType: page.type.name,
  value: async (_params: unknown, context: InitialValueResolverContext) => ({
    kind,
    sections: await Promise.all(names.map((name) => emptySection(name, context))),
  }),
}));

async function emptySection(name: SectionName, context: InitialValueResolverContext) {
  const type = context.schema.get(name);
  const value = type && (await resolveInitialValueForType(type, {}, 5, context));
  return { ...value, _type: name, _key: name };
}
