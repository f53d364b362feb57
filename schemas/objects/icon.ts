import { defineField } from 'sanity';
import { drawings } from './icon-drawings.generated.ts';

/** Selectable icons, by their Lucide names. */
export const iconNames = Object.keys(drawings);

/** `chart-line` is "Chart line". */
export const iconTitle = (name: string) => {
  const words = name.replaceAll('-', ' ').replace(/ \d$/, ' (2)');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Icons are decoration: the text beside them must say everything. */
export function iconField({ required = true }: { required?: boolean } = {}) {
  return defineField({
    name: 'icon',
    type: 'string',
    description:
      'A small drawing beside the text. It is decoration; the text must say everything without it.',
    options: { list: iconNames.map((value) => ({ value, title: iconTitle(value) })), layout: 'dropdown' },
    validation: (rule) => (required ? rule.required() : rule),
  });
}
