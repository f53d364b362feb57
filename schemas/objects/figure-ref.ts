import { defineArrayMember, defineField, defineType } from 'sanity';
import { line } from '#schemas/fields.ts';
import { figureKeys } from '#schemas/text-rules.ts';

/** A type of its own, so that the Studio can offer the existing keys. */
export const figureKey = defineType({ name: 'figureKey', title: 'Figure', type: 'string' });

/** References a business figure of the site settings by key. */
export const figureRef = defineType({
  name: 'figureRef',
  title: 'Figure',
  type: 'object',
  fields: [
    defineField({
      name: 'key',
      title: 'Figure',
      type: 'figureKey',
      description: 'A figure of Site settings. The figure itself is changed there.',
      validation: (rule) =>
        rule.required().custom(async (key, context) => {
          if (typeof key !== 'string' || !key) return true;
          const keys = await figureKeys(context);
          return (
            keys.includes(key) ||
            `There is no figure "${key}" in Site settings. There are: ${keys.join(', ') || 'none yet'}.`
          );
        }),
    }),
    line('label', 'Optional. Replaces the usual label of the figure in this place.', {
      title: 'Label here',
      required: false,
      advisedMax: 50,
    }),
  ],
  preview: { select: { title: 'key', subtitle: 'label' } },
});

export function figuresField({ required = false, max = 8 }: { required?: boolean; max?: number } = {}) {
  return defineField({
    name: 'figures',
    type: 'array',
    description: `Business figures from Site settings, at most ${max}.`,
    of: [defineArrayMember({ type: 'figureRef' })],
    validation: (rule) => (required ? rule.required().min(1).max(max) : rule.max(max)),
  });
}
