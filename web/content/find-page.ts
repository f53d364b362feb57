import { cache } from 'react';
import { citySlugOf, homeSlug, hrefFor } from '#schemas/paths.ts';
import type { ShownPage } from '#web/seo/page-description.ts';
import { load } from './load.ts';
import { fillAll, siteValues } from './placeholders.ts';
import { cityTemplateQuery, contentAtPathQuery, siteQuery } from './queries.ts';
import { listPathOf, statePage } from './state-page.ts';
import type { Section, Site } from './types.ts';

/** A page and the settings of the site around it; `page` is null while nobody has written any settings. */
export type Found = { site: Site; page: ShownPage } | { site: null; page: null };

/** The site settings with their own placeholders filled, or null while there are none. */
export const findSite = cache(async (): Promise<Site | null> => {
  const site = await load(siteQuery);
  return site && fillAll(site, siteValues(site));
});

/**
 * The page at a path (beginning with `/`, without a slash at the end), or null where none is. Rejects with
 * `ContentUnavailable` while the content API does not answer.
 */
export const findPage = cache(async (path: string): Promise<Found | null> => {
  const slug = path === '/' ? homeSlug : path.slice(1);
  const [site, at] = await Promise.all([
    findSite(),
    load(contentAtPathQuery, { slug: path === `/${homeSlug}` ? '' : slug, citySlug: citySlugOf(path) ?? '' }),
  ]);
  if (!site) return { site, page: null };
  const content = [at.page, at.policy, at.cityPage].find(
    (candidate) => candidate && hrefFor(candidate) === path,
  );
  if (!content) {
    const ofState = await findStatePage(path, site);
    return ofState && { site, page: ofState };
  }
  const values = siteValues(site);
  if (content._type !== 'cityPage') {
    const page = fillAll(content, values);
    const sections = page._type === 'page' ? (page.sections ?? []) : [];
    return { site, page: { path, content: page, sections, template: null, parents: [] } };
  }
  const found = await load(cityTemplateQuery);
  const names = { city: content.name, state: content.state };
  const city = fillAll(content, values, names);
  const template = found && fillAll(found, values, names);
  const parentPath = hrefFor(city.parent);
  return {
    site,
    page: {
      path,
      content: city,
      sections: withOverrides(template?.sections ?? [], city.overrides ?? []),
      template,
      parents: city.parent && parentPath ? [{ name: city.parent.title, path: parentPath }] : [],
    },
  };
});

/** The page of a state, where the page above it lists more cities of it than it shows. */
async function findStatePage(path: string, site: Site): Promise<ShownPage | null> {
  const listPath = listPathOf(path);
  if (listPath === undefined) return null;
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
