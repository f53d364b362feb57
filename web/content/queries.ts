import { defineQuery } from 'next-sanity';
import { sectionFields } from '#web/sections/query.ts';
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
 * What is at a path: a page, a policy or a city page by its slug.
 * `$slug` and `$citySlug` are empty where the path cannot have one.
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
    nearby[]{_key, "city": @->{_type, name, "slug": slug.current}},
    overrides[]{${sectionFields}},
    "parent": *[_type == "page" && count(sections[_type == "cityLinks" && mode == "all"]) > 0][0]
      {_type, title, "slug": slug.current},
    seo{${seoFields}}
  }
}`);

/** What a path may be the address of, by the slugs that it would have; small, since it is asked before each rendering. */
export const routeQuery = defineQuery(`{
  "hasSettings": defined(*[_type == "siteSettings" && _id == "siteSettings"][0]._id),
  "documents": *[_type in ["page", "policy", "cityPage"] && slug.current in $slugs]{
    _type, "slug": slug.current,
    "opensCheckout": _type == "page" && "paymentForm" in sections[]._type
  }
}`);

/** The states of all cities, if the page with this slug lists them. */
export const statesQuery = defineQuery(`{
  "lists": count(*[_type == "page" && slug.current == $slug && count(sections[_type == "cityLinks" && mode == "all"]) > 0]) > 0,
  "cities": select(
    count(*[_type == "page" && slug.current == $slug && count(sections[_type == "cityLinks" && mode == "all"]) > 0]) > 0 =>
      *[_type == "cityPage" && defined(slug.current)]{state}
  )
}`);

/**
 * Where a path that has no page leads to. `$path` is in small letters without a slash at the end; `$encoded` is the same
 * as browsers write it, which is how old addresses are copied.
 */
export const redirectQuery = defineQuery(`
  *[_type == "redirect" && lower(from) in [$path, $path + "/", $encoded, $encoded + "/"]] | order(_id asc)[0]{to, permanent}
`);

/** The sections that all city pages share. */
export const cityTemplateQuery = defineQuery(`
  *[_type == "cityPageTemplate" && _id == "cityPageTemplate"][0]{
    _id, _type, _updatedAt,
    sections[]{${sectionFields}},
    seo{${seoFields}}
  }
`);

/**
 * Addresses for the sitemap, without pages that search engines shall not list, and when what many of them share was
 * changed: once for all of them, since asking again for each of thousands of city pages takes minutes.
 */
export const sitemapQuery = defineQuery(`{
  "documents": *[_type in ["page", "policy", "cityPage"] && defined(slug.current) && seo.noIndex != true]
    | order(_type asc, slug.current asc){
      _id, _type, "slug": slug.current, _updatedAt,
      "changes": select(_type == "page" => [
        ...sections[].cards[]->_updatedAt,
        ...sections[].testimonials[]->_updatedAt
      ]),
      "listsOpenings": _type == "page" && "jobOpenings" in sections[]._type,
      "listsCities": _type == "page" && count(sections[_type == "cityLinks" && mode == "all"]) > 0,
      "state": select(_type == "cityPage" => state)
    },
  "templateChange": *[_type == "cityPageTemplate" && _id == "cityPageTemplate"][0]._updatedAt,
  "openingChange": *[_type == "jobOpening"] | order(_updatedAt desc)[0]._updatedAt
}`);
