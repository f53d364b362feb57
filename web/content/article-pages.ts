import { listPathOf } from './state-page.ts';

export const articlesPerPage = 12;

/** Returns the page number of a path, for example 2 for `/articles/2`. Undefined for a first page and for other paths. */
export function pageNumberOf(path: string): number | undefined {
  const number = Number(/\/([1-9]\d{0,4})$/.exec(path)?.[1]);
  return number > 1 ? number : undefined;
}

export const hasPage = (number: number, articles: number) => (number - 1) * articlesPerPage < articles;

export function neighboursOf(path: string, articles: number): { newer?: string; older?: string } {
  const number = pageNumberOf(path) ?? 1;
  const listPath = number > 1 ? (listPathOf(path) ?? path) : path;
  return {
    ...(number > 1 ? { newer: number > 2 ? `${listPath}/${number - 1}` : listPath } : {}),
    ...(hasPage(number + 1, articles) ? { older: `${listPath}/${number + 1}` } : {}),
  };
}
