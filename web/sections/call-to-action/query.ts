import { actionFields } from '../../sanity/projections.ts';

export const callToActionFields = `heading, text, actions[]{${actionFields}}`;
