import { defineQuery } from 'next-sanity';
import { sectionFields } from '../sections/query.ts';
import { actionFields, navigationFields, pictureFields, richTextFields, seoFields } from './projections.ts';

/** What every page shows: header, footer, figures and the words of the site itself. */
export const siteQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    _id, _type, _updatedAt,
    agencyName, legalName, tagline, description, foundingYear,
    logo{${pictureFields}},
    email, phone, whatsapp, whatsappGreeting, socialLinks, offices, contactHours, structuredHours, figures,
    mainNavigation[]{${navigationFields}},
    mainAction{${actionFields}},
    footerText,
    footerColumns[]{_key, heading, links[]{${navigationFields}}},
    footerContactHeading, footerOfficesHeading, footerSocialHeading, copyright, credit,
    overlayText, skipLinkText, menuLabel, closeMenuLabel, navigationLabel, breadcrumbLabel, homeLabel, callLabel,
    lastUpdatedLabel, contentsLabel,
    notFoundHeading, notFoundText, notFoundHint, notFoundAction,
    titleSuffix,
    defaultSeo{${seoFields}}
  }
`);

/**
 * What is at a path: a page, a city page or a policy by its slug, and the redirect from that path.
 * `$slug` and `$citySlug` are empty where the path cannot have one; `$path` is in small letters.
 */
export const contentAtPathQuery = defineQuery(`{
  "page": *[_type == "page" && slug.current == $slug][0]{
    _id, _type, _updatedAt, title, "slug": slug.current, kind,
    sections[]{${sectionFields}},
    seo{${seoFields}}
  },
  "policy": *[_type == "policy" && slug.current == $slug][0]{
    _id, _type, _updatedAt, title, "slug": slug.current, lastUpdated, intro,
    sections[]{_key, heading, body[]{${richTextFields}}},
    seo{${seoFields}}
  },
  "cityPage": *[_type == "cityPage" && slug.current == $citySlug][0]{
    _id, _type, _updatedAt, name, "slug": slug.current, state, location, facts,
    insight[]{${richTextFields}},
    nearby[]{_key, "dependsOn": _ref, "city": @->{_id, _type, name, "slug": slug.current}},
    overrides[]{${sectionFields}},
    seo{${seoFields}}
  },
  "redirect": *[_type == "redirect" && lower(from) in [$path, $path + "/"]][0]{_id, to, permanent}
}`);

/** The sections that all city pages share. */
export const cityTemplateQuery = defineQuery(`
  *[_type == "cityPageTemplate" && _id == "cityPageTemplate"][0]{
    _id, _type, _updatedAt,
    sections[]{${sectionFields}},
    seo{${seoFields}}
  }
`);

/** Addresses for the sitemap, oldest change first, without pages that search engines shall not list. */
export const sitemapQuery = defineQuery(`
  *[_type in ["page", "policy", "cityPage"] && defined(slug.current) && seo.noIndex != true]
    | order(_type asc, slug.current asc){_type, "slug": slug.current, _updatedAt}
`);

/** How many documents of the site's own types there are; none means that nobody has begun. */
export const contentCountQuery = defineQuery(`count(*[_type in ["page", "siteSettings"]])`);
