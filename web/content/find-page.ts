import { cache } from 'react';
import { citySlugOf, homeSlug, hrefFor } from '#schemas/paths.ts';
import type { ShownPage } from '#web/seo/page-description.ts';
import { pathTag, typeTag } from './dependencies.ts';
import { findRedirect } from './find-redirect.ts';
import { dependOn, load } from './load.ts';
import { fillAll, siteValues } from './placeholders.ts';
import { cityTemplateQuery, contentAtPathQuery, siteQuery } from './queries.ts';
import { listPathOf, statePage } from './state-page.ts';
import type { Section, Site } from './types.ts';
import { ContentUnavailable } from './unavailable.ts';

export type Found =
  | { kind: 'page'; site: Site; page: ShownPage }
  | { kind: 'redirect'; to: string; permanent: boolean }
  | { kind: 'missing'; site: Site }
  /** The content API is away. */
  | { kind: 'unavailable' }
  /** Nobody has begun: there are no site settings yet. */
  | { kind: 'empty' };

/** The site settings with their own placeholders filled, or null while there are none. */
export const findSite = cache(async (): Promise<Site | null> => {
  const site = await load(siteQuery);
  return site && fillAll(site, siteValues(site));
});

/** What is at a path (beginning with `/`, without a slash at the end). */
export const findPage = cache(async (path: string): Promise<Found> => {
  try {
    return await lookUp(path);
  } catch (error) {
    if (!(error instanceof ContentUnavailable)) throw error;
    console.error(`${path} cannot be rendered anew. ${error.message}`);
    return { kind: 'unavailable' };
  }
});

async function lookUp(path: string): Promise<Found> {
  const slug = path === '/' ? homeSlug : path.slice(1);
  const [site, at] = await Promise.all([
    findSite(),
    load(contentAtPathQuery, { slug: path === `/${homeSlug}` ? '' : slug, citySlug: citySlugOf(path) ?? '' }),
    dependOn([pathTag(path), typeTag('siteSettings')]),
  ]);
  if (!site) return { kind: 'empty' };
  const content = [at.page, at.policy, at.cityPage].find(
    (candidate) => candidate && hrefFor(candidate) === path,
  );
  if (!content) {
    const ofState = await lookUpState(path, site);
    if (ofState) return { kind: 'page', site, page: ofState };
    await dependOn([typeTag('redirect')]);
    const redirect = await findRedirect(path);
    return redirect ? { kind: 'redirect', ...redirect } : { kind: 'missing', site };
  }
  const values = siteValues(site);
  if (content._type !== 'cityPage') {
    const page = fillAll(content, values);
    return {
      kind: 'page',
      site,
      page: {
        path,
        content: page,
        sections: page._type === 'page' ? (page.sections ?? []) : [],
        template: null,
        parents: [],
      },
    };
  }
  const [found] = await Promise.all([load(cityTemplateQuery), dependOn([typeTag('cityPageTemplate')])]);
  const names = { city: content.name, state: content.state };
  const city = fillAll(content, values, names);
  const template = found && fillAll(found, values, names);
  const parentPath = hrefFor(city.parent);
  return {
    kind: 'page',
    site,
    page: {
      path,
      content: city,
      sections: withOverrides(template?.sections ?? [], city.overrides ?? []),
      template,
      parents: city.parent && parentPath ? [{ name: city.parent.title, path: parentPath }] : [],
    },
  };
}

/** The page of a state, where the page above it lists more cities of it than it shows. */
async function lookUpState(path: string, site: Site): Promise<ShownPage | null> {
  const listPath = listPathOf(path);
  if (listPath === undefined) return null;
  await dependOn([pathTag(listPath)]);
  const { page } = await load(contentAtPathQuery, { slug: listPath.slice(1), citySlug: '' });
  return page && statePage(fillAll(page, siteValues(site)), listPath, path);
}

/**
 * The sections of a city page: its own replace those of the same kind in the template; a kind that the template lacks
 * comes before the closing band.
 */
function withOverrides<Item extends Pick<Section, '_type'>>(template: Item[], overrides: Item[]): Item[] {
  const left = [...overrides];
  const replaced = template.map((section) => {
    const index = left.findIndex(({ _type }) => _type === section._type);
    return index === -1 ? section : (left.splice(index, 1)[0] ?? section);
  });
  const closing = replaced.findLastIndex(({ _type }) => _type === 'callToAction');
  return replaced.toSpliced(closing === -1 ? replaced.length : closing, 0, ...left);
}
