import { defineType } from 'sanity';

/** A type of its own so that the Studio can render an input that offers the known states. */
export const stateName = defineType({ name: 'stateName', title: 'State', type: 'string' });
