import { defineArrayMember, defineField } from 'sanity';

/** The list of sections of a page, in the order in which they are shown. */
export function sectionsField({
  name = 'sections',
  title = 'Sections',
  description,
  types,
  required = true,
}: {
  name?: string;
  title?: string;
  description: string;
  types: readonly string[];
  required?: boolean;
}) {
  return defineField({
    name,
    title,
    description,
    type: 'array',
    group: 'content',
    of: types.map((type) => defineArrayMember({ type })),
    options: { insertMenu: { filter: true, views: [{ name: 'list' }] } },
    validation: (rule) => (required ? rule.required().min(1) : rule),
  });
}
