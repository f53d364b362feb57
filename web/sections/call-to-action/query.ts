import { actionFields } from '#web/content/projections.ts';

export const callToActionFields = `heading, text, actions[]{${actionFields}}`;
