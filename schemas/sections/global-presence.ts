import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe';
import { defineType } from 'sanity';
import { anchorField, headingFields } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';

/** Where the agency is: the offices of the site settings, with a few words and a picture. */
export const globalPresence = defineType({
  name: 'globalPresence',
  title: 'Global presence',
  type: 'object',
  icon: EarthGlobeIcon,
  fields: [...headingFields(), figuresField({ max: 4 }), ...artFields(), actionsField(), anchorField()],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Global presence', subtitle: 'Global presence' }),
  },
});
