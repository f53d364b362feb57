import { formParameters, pageParameters } from '#web/contracts/query-parameters.ts';

/** Whether a page with a form answers this query. */
export const isAsked = (query: string) => {
  const given = new URLSearchParams(query);
  return formParameters.some((name) => given.has(name));
};

export const queryOf = (url: string) => url.split('?')[1] ?? '';

/** Response header of the pages that answer a query: all other parameters change nothing. */
export const answersHeader = 'no-vary-search';
export const answersAsked = `params, except=(${pageParameters.map((name) => `"${name}"`).join(' ')})`;
