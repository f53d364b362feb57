import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe';
import { anchorField, headingFields } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const globalPresence = defineSection({
  name: 'globalPresence',
  title: 'Global presence',
  description: 'Where the agency is: the offices of the site settings, with a few words and a picture.',
  icon: EarthGlobeIcon,
  thumbnail: new URL('./global-presence.svg', import.meta.url),
  on: ['page'],
  fields: [...headingFields(), figuresField({ max: 4 }), ...artFields(), actionsField(), anchorField()],
});
