import { defineType } from 'sanity';

/** A separate type, for which the Studio shows an input that offers the known states. */
export const stateName = defineType({ name: 'stateName', title: 'State', type: 'string' });
