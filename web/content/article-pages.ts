import { listPathOf } from './state-page.ts';

/** Articles on one page of the list of all. */
export const articlesPerPage = 12;

/** The number that a path has as a further page of a list: 2 for `/articles/2`; undefined for the first and for none. */
export function pageNumberOf(path: string): number | undefined {
  const number = Number(/\/([1-9]\d{0,4})$/.exec(path)?.[1]);
  return number > 1 ? number : undefined;
}

/** Whether a list of so many articles has a page with this number. */
export const hasPage = (number: number, articles: number) => (number - 1) * articlesPerPage < articles;

/** Where the pages with newer and with older articles are, from a page of the list. */
export function neighboursOf(path: string, articles: number): { newer?: string; older?: string } {
  const number = pageNumberOf(path) ?? 1;
  const listPath = number > 1 ? (listPathOf(path) ?? path) : path;
  return {
    ...(number > 1 ? { newer: number > 2 ? `${listPath}/${number - 1}` : listPath } : {}),
    ...(hasPage(number + 1, articles) ? { older: `${listPath}/${number + 1}` } : {}),
  };
}
