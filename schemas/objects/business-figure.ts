import { defineField, defineType } from 'sanity';
import { editableText, validatedLine } from '#schemas/fields.ts';
import { checkFigureKey } from '#schemas/text-rules.ts';
import { evidenceField } from './evidence.ts';

/** A figure, written once and used wherever `{key}` or a figure list names it. */
export const businessFigure = defineType({
  name: 'businessFigure',
  title: 'Business figure',
  type: 'object',
  fields: [
    validatedLine(
      'key',
      'The short name that texts use: with the key years, {years} in any text becomes the figure.',
      checkFigureKey,
    ),
    defineField({
      name: 'value',
      title: 'Figure',
      type: 'string',
      options: editableText,
      description: 'As visitors read it, with its sign or unit: 27+, 350%, 4.9/5.',
      validation: (rule) => [
        rule.required(),
        rule.max(14).warning('Figures are set large; up to 14 characters fit on a phone.'),
      ],
    }),
    defineField({
      name: 'label',
      title: 'Usual label',
      type: 'string',
      options: editableText,
      description: 'The words under the figure, unless a page gives its own: years of experience.',
      validation: (rule) => [rule.required(), rule.max(50).warning('Short labels keep figures in line.')],
    }),
    evidenceField(
      'Figures are shown either way; the launch checklist lists those that nobody has confirmed.',
    ),
  ],
  preview: {
    select: { value: 'value', label: 'label', key: 'key' },
    prepare: ({ value, label, key }) => ({
      title: `${value ?? '?'} ${label ?? ''}`,
      subtitle: `{${key ?? ''}}`,
    }),
  },
});
