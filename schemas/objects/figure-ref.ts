import { defineField, defineType } from 'sanity';
import { line, list } from '#schemas/fields.ts';
import { figureKeys } from '#schemas/text-rules.ts';

/** A separate type, for which the Studio shows an input that offers the existing keys. */
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
      description: 'A figure from Site settings. To change its value, open Site settings.',
      validation: (rule) =>
        rule.required().custom(async (key, context) => {
          if (typeof key !== 'string' || !key) return true;
          const keys = await figureKeys(context);
          return (
            keys.includes(key) ||
            `Site settings have no figure "${key}". Choose one of these: ${keys.join(', ') || 'none yet'}.`
          );
        }),
    }),
    line('label', 'Optional. Replaces the default label of the figure in this section.', {
      title: 'Label in this section',
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
