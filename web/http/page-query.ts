import { formParameters, pageParameters } from '#web/contracts/query-parameters.ts';

/** Returns whether a query string has a parameter that a page with a form depends on. */
export const hasPageQuery = (query: string) => {
  const given = new URLSearchParams(query);
  return formParameters.some((name) => given.has(name));
};

export const readQuery = (url: string) => url.split('?')[1] ?? '';

/** Response header of pages that depend on their query string. It names the parameters that matter. */
export const noVarySearchHeader = 'no-vary-search';
export const variesByPageQuery = `params, except=(${[...pageParameters, 'in'].map((name) => `"${name}"`).join(' ')})`;
