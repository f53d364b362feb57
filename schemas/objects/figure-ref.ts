import { defineField, defineType } from 'sanity';
import { line, list } from '#schemas/fields.ts';
import { figureKeys } from '#schemas/text-rules.ts';

/** A type of its own, so that the Studio can offer the existing keys. */
export const figureKey = defineType({ name: 'figureKey', title: 'Figure', type: 'string' });

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

export const figuresField = (max: number, required = false) =>
  list('figures', `Business figures from Site settings, at most ${max}.`, {
    required,
    max,
    item: 'figureRef',
  });
