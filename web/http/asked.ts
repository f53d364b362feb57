/** Parameters of a query that a page with a form answers. */
const parameters = ['tool', 'service', 'opening', 'message'];

export const isAsked = (query: string) => {
  const given = new URLSearchParams(query);
  return parameters.some((name) => given.has(name));
};

export const queryOf = (url: string) => url.split('?')[1] ?? '';

/** Response header of the pages that answer them: all other parameters change nothing. */
export const answersHeader = 'no-vary-search';
export const answersAsked = `params, except=(${parameters.map((name) => `"${name}"`).join(' ')})`;
