import { defineQuery } from 'next-sanity';
import { isLive } from '#schemas/days.ts';
import { titleExpression } from '#schemas/document-title.ts';
import {
  actionFields,
  claimPagesField,
  claimsIfListed,
  evidenceFields,
  isListed,
  isOpen,
  modifiedField,
  navigationFields,
  pictureFields,
  proofFields,
  seoFields,
} from './projections.ts';

/**
 * Site settings: header, footer, figures, and texts that every page shows. `cityList` is the page that lists all cities:
 * as a part of each city page it would expire thousands of pages with every published page.
 */
export const siteQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    _id, _type, _updatedAt,
    agencyName, legalName, gstin, pan, sac, udyam, udyamNote, tagline, description, foundingYear,
    bankAccount{details, ${evidenceFields}},
    gulfBankAccount{details, ${evidenceFields}},
    logo{${pictureFields}},
    email, phone, whatsapp, whatsappGreeting, grievanceOfficer, complaintsUrl, enquiryCopies, applications, socialLinks,
    offices, contactHours, structuredHours,
    figures[]{_key, key, value, label, ${proofFields}},
    promises[]{_key, label, ${proofFields}},
    ${claimPagesField},
    mainNavigation[]{${navigationFields}},
    mainAction{${actionFields}},
    footerText,
    footerColumns[]{_key, heading, links[]{${navigationFields}}},
    footerContactHeading, footerOfficesHeading, footerSocialHeading, copyright, credit,
    overlayText, skipLinkText, menuLabel, closeMenuLabel, navigationLabel, breadcrumbLabel, homeLabel, readersLabel, indiaLabel, gulfLabel, callLabel, chatLabel,
    lastUpdatedLabel, contentsLabel, authorLabel, relatedServicesLabel, relatedLinksLabel, relatedCitiesLabel, relatedReadingLabel,
    notFoundHeading, notFoundText, notFoundHint, notFoundAction, notFoundLinks[]{${navigationFields}},
    "cityList": *[_type == "page" && ${isLive} && count(sections[_type == "cityLinks" && mode == "all"]) > 0][0]
      {_id, _type, title, "slug": slug.current},
    titleSuffix,
    defaultSeo{${seoFields}}
  }
`);

/**
 * Finds the documents that a path may belong to. The query is small, since it runs before each rendering. It filters by
 * slug first, because a slug matches few documents and a type matches thousands.
 */
export const routeQuery = defineQuery(`{
  "hasSettings": defined(*[_type == "siteSettings" && _id == "siteSettings"][0]._id),
  "documents": *[slug.current in $slugs][_type in $types]{
    _type, "slug": slug.current, "isLive": ${isLive},
    "forms": select(_type == "page" => [
      ...sections[_type in ["enquiryForm", "paymentForm", "tenderTool", "enquiryValue"]]._type,
      ...sections[_type == "cityLinks" && mode == "all"]._type
    ], _type == "jobOpening" && *[_type == "siteSettings" && _id == "siteSettings"][0].applications.open == true => ["applicationForm"]),
    "hasFilm": count(sections[_type == "film"]) > 0,
    _type == "caseStudy" => {${evidenceFields}}, ${claimsIfListed}
  }
}`);

/** The cities of a page that lists all of them, for its state pages. */
export const listedCitiesQuery = defineQuery(`
  *[_type == "page" && slug.current == $slug && count(sections[_type == "cityLinks" && mode == "all"]) > 0 && ${isLive}][0]{
    "cities": *[_type == "cityPage" && ${isListed}]{state}
  }.cities
`);

/** Returns whether a payment form asks for an e-mail address. */
export const asksEmailQuery = defineQuery(
  `count(*[_type == "page"].sections[_type == "paymentForm" && askEmail == true]) > 0`,
);

/**
 * The redirect of a path, and the pages with these slugs that have ended. `$path` is lowercase without a trailing slash.
 * `$encoded` is its percent-encoded form, as people copy it from the address bar.
 */
export const redirectQuery = defineQuery(`{
  "redirect": *[_type == "redirect" && lower(from) in [$path, $path + "/", $encoded, $encoded + "/"]] | order(_id asc)[0]
    {to, permanent},
  "pages": *[slug.current in $slugs][_type in $types]
    {_type, "slug": slug.current, "isLive": ${isLive}, "to": end.redirect}
}`);

/** The city page with another name of the city. `$name` is lowercase. */
export const cityByNameQuery = defineQuery(`
  *[_type == "cityPage" && ${isListed} && count(otherNames[lower(@) == $name]) > 0]
    | order(_id asc)[0]{_type, "slug": slug.current}
`);

/**
 * Addresses for the sitemap, without unlisted pages and closed job openings. The date of shared content is queried once:
 * a subquery for each of thousands of city pages would take minutes.
 */
export const sitemapQuery = defineQuery(`{
  "documents": *[_type in $types && ${isListed} && seo.noIndex != true
    && (_type != "jobOpening" || ${isOpen})]
    | order(_type asc, slug.current asc){
      _id, _type, "slug": slug.current, ${modifiedField}, "title": ${titleExpression}, "description": coalesce(seo.description, summary),
      "changes": select(_type == "page" => [
        ...sections[].cards[]->{${modifiedField}}.modifiedAt,
        ...sections[].testimonials[]->{${modifiedField}}.modifiedAt,
        ...sections[].rules[]->{${modifiedField}}.modifiedAt,
        select("articleList" in sections[]._type => *[_type == "article" && _updatedAt != _createdAt] | order(_updatedAt desc)[0]._updatedAt),
        select("caseStudyList" in sections[]._type => *[_type == "caseStudy" && _updatedAt != _createdAt] | order(_updatedAt desc)[0]._updatedAt),
        select("jobOpenings" in sections[]._type => *[_type == "jobOpening" && _updatedAt != _createdAt] | order(_updatedAt desc)[0]._updatedAt)
      ][defined(@)]),
      _type == "caseStudy" => {${evidenceFields}}, ${claimsIfListed},
      "listsCities": _type == "page" && count(sections[_type == "cityLinks" && mode == "all"]) > 0,
      "state": select(_type == "cityPage" => state)
    },
  "templateChange": *[_type == "cityPageTemplate" && _id == "cityPageTemplate"][0]{${modifiedField}}.modifiedAt
}`);

/** The newest articles for feed readers, and the page that lists all articles. */
export const feedQuery = defineQuery(`{
  "list": *[_type == "page" && ${isLive} && count(sections[_type == "articleList" && mode == "all"]) > 0][0]
    {_type, title, "slug": slug.current},
  "articles": *[_type == "article" && ${isListed}] | order(publishedAt desc, _id asc)[0...20]
    {_type, ${modifiedField}, title, summary, publishedAt, "slug": slug.current, "author": author.name}
}`);
