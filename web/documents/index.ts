import { defineQuery } from 'next-sanity';
import type { PageType } from '#schemas/paths.ts';
import { article, articleFields } from './article/article.tsx';
import { caseStudy, caseStudyFields } from './case-study/case-study.tsx';
import { cityPage, cityPageFields } from './city-page/city-page.tsx';
import type { DocumentDefinition } from './definition.ts';
import { jobOpening, jobOpeningFields } from './job-opening/job-opening.tsx';
import { page, pageFields } from './page/page.tsx';
import { policy, policyFields } from './policy/policy.tsx';

/** Finds the document at a path. Each parameter is the slug that a document of its type would have, or empty. */
export const contentAtPathQuery = defineQuery(`{
  "page": *[_type == "page" && slug.current == $page][0]{${pageFields}},
  "policy": *[_type == "policy" && slug.current == $policy][0]{${policyFields}},
  "cityPage": *[_type == "cityPage" && slug.current == $cityPage][0]{${cityPageFields}},
  "article": *[_type == "article" && slug.current == $article][0]{${articleFields}},
  "caseStudy": *[_type == "caseStudy" && slug.current == $caseStudy][0]{${caseStudyFields}},
  "jobOpening": *[_type == "jobOpening" && slug.current == $jobOpening][0]{${jobOpeningFields}}
}`);

type Definitions = { [Type in PageType]: DocumentDefinition<Type> };

export const documents: Definitions = { page, policy, cityPage, article, caseStudy, jobOpening };

export function findDefinition<Type extends PageType>(type: Type): DocumentDefinition<Type> {
  return documents[type];
}
