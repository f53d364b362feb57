/** Links that the browser may prerender: when the pointer rests on one, or a finger touches it. */
export const speculationRules = {
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: ['/studio*', '/api/*'] } }] },
      eagerness: 'moderate',
    },
  ],
};
