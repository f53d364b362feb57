import { defineType } from 'sanity';

/** The state of a city; a type of its own, so that the Studio can offer the states there are. */
export const stateName = defineType({ name: 'stateName', title: 'State', type: 'string' });
