import { defineQuery } from 'next-sanity';
import type { PageType } from '#schemas/paths.ts';
import { article, articleFields } from './article/article.tsx';
import { cityPage, cityPageFields } from './city-page/city-page.tsx';
import type { DocumentDefinition } from './define-document.ts';
import { page, pageFields } from './page/page.tsx';
import { policy, policyFields } from './policy/policy.tsx';

/** What is at a path, by the slug that a document of each type would have there; empty where there can be none. */
export const contentAtPathQuery = defineQuery(`{
  "page": *[_type == "page" && slug.current == $page][0]{${pageFields}},
  "policy": *[_type == "policy" && slug.current == $policy][0]{${policyFields}},
  "cityPage": *[_type == "cityPage" && slug.current == $cityPage][0]{${cityPageFields}},
  "article": *[_type == "article" && slug.current == $article][0]{${articleFields}}
}`);

/** Every type of document that has pages of its own. */
export const documents = { page, policy, cityPage, article } satisfies {
  [Type in PageType]: DocumentDefinition<Type>;
};
