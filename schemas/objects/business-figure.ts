import { defineField, defineType } from 'sanity';
import { editableText, validatedLine } from '#schemas/fields.ts';
import { checkFigureKey } from '#schemas/text-rules.ts';
import { evidenceField } from './evidence.ts';

/** A business figure, entered once. Texts use it as `{key}`, and figure lists refer to it. */
export const businessFigure = defineType({
  name: 'businessFigure',
  title: 'Business figure',
  type: 'object',
  fields: [
    validatedLine(
      'key',
      'The short name of the figure. For example, if the key is years, the figure replaces {years} in any text.',
      checkFigureKey,
    ),
    defineField({
      name: 'value',
      title: 'Figure',
      type: 'string',
      options: editableText,
      description: 'The figure as visitors read it, with its sign or unit. For example: 27+, 350%, 4.9/5.',
      validation: (rule) => [
        rule.required(),
        rule.max(14).warning('Figures are shown in large type. Up to 14 characters fit on a phone.'),
      ],
    }),
    defineField({
      name: 'label',
      title: 'Default label',
      type: 'string',
      options: editableText,
      description: 'The text under the figure, unless a page has its own. For example: years of experience.',
      validation: (rule) => [
        rule.required(),
        rule.max(50).warning('Use at most 50 characters. Short labels keep the figures aligned.'),
      ],
    }),
    evidenceField('The site shows unconfirmed figures too. The launch checklist lists them.', {
      isPublic: true,
    }),
  ],
  preview: {
    select: { value: 'value', label: 'label', key: 'key' },
    prepare: ({ value, label, key }) => ({
      title: `${value ?? '?'} ${label ?? ''}`,
      subtitle: `{${key ?? ''}}`,
    }),
  },
});
