/** Lets browsers prerender a link on hover or touch. */
export const speculationRules = {
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: ['/studio*', '/api/*'] } }] },
      eagerness: 'moderate',
    },
  ],
};
