import { defineField } from 'sanity';
import { drawings } from './icon-drawings.generated.ts';

/** Lucide names of the icons that editors can choose. */
export const iconNames = Object.keys(drawings);

/** Returns the title of an icon: `chart-line` becomes "Chart line". */
export const iconTitle = (name: string) => {
  const title = name.replaceAll('-', ' ').replace(/ \d$/, ' (2)');
  return title.charAt(0).toUpperCase() + title.slice(1);
};

/** Defines an icon field. Icons are decoration only: screen readers skip them. */
export function iconField({ required = true }: { required?: boolean } = {}) {
  return defineField({
    name: 'icon',
    type: 'string',
    description:
      'A small drawing next to the text. It is decoration, so the text must be complete without it.',
    options: { list: iconNames.map((value) => ({ value, title: iconTitle(value) })), input: 'icon' },
    validation: (rule) => (required ? rule.required() : rule),
  });
}
