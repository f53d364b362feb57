import { defineArrayMember, defineField } from 'sanity';
import type { PageWithSections } from './define-section.ts';
import { sections } from './index.ts';

const thumbnails = new Map(sections.map(({ type, thumbnail }) => [type.name, thumbnail.href]));

export function sectionsField(on: PageWithSections, description: string) {
  return defineField({
    name: 'sections',
    description,
    type: 'array',
    group: 'content',
    of: sections
      .filter((section) => section.on.includes(on))
      // The insert menu shows and searches only titles.
      .map(({ type }) => defineArrayMember({ type: type.name, title: `${type.title}. ${type.description}` })),
    options: {
      insertMenu: {
        filter: true,
        views: [{ name: 'grid', previewImageUrl: (type) => thumbnails.get(type) }, { name: 'list' }],
      },
    },
    validation: (rule) => rule.required().min(1),
  });
}
