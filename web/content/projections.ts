import { isLive, isTargetLive, todayExpression } from '#schemas/days.ts';

// Projections that several queries share.

/** Matches pages that lists show: with an address, and before their planned end. */
export const isListed = `defined(slug.current) && ${isLive}`;

/** The address of a page that is linked to. It is null after the page's planned end, so that the link is left out. */
const linkedSlug = `"slug": select(${isLive} => slug.current)`;

/** Claims of a page, without the nulls of sections that have none. `confirmedOnly` removes a page that has none left. */
const claimFields = `
  "claims": [
    ...coalesce(sections[].prices[]{evidence}, []),
    ...coalesce(sections[].stories[]{evidence}, []),
    ...coalesce(sections[].people[]->{evidence}, []),
    ...coalesce(sections[].testimonials[]->{evidence}, []),
    ...select("caseStudyList" in sections[]._type => *[_type == "caseStudy" && ${isListed}]{evidence}, []),
    ...select("evidenceList" in sections[]._type => coalesce(*[_id == "siteSettings"]{
      "all": [...coalesce(figures, []), ...coalesce(promises, [])]
    }[0].all[]{evidence}, []), [])
  ][defined(@)]
`;

/** Of a page that the settings list as one that public addresses show only with a confirmed claim. */
export const claimsIfListed = `_id in *[_id == "siteSettings"][0].claimPages[]._ref => {${claimFields}}`;

/** These pages, with `shown` null while a public address leaves them out. */
export const claimPagesField = `claimPages[]->{
  _type, ${linkedSlug}, "listsEvidence": "evidenceList" in sections[]._type, "shown": {${claimFields}}
}`;

/** Fields of a `link`, and the fields of its target that `hrefFor` needs. */
export const linkFields = `
  kind, path, url, message,
  reference->{_type, ${linkedSlug}}
`;

export const actionFields = `_key, label, style, service, link{${linkFields}}`;

export const navigationFields = `_key, label, link{${linkFields}}`;

/** A picture's file, and what is needed to reserve space and to crop around the hotspot. */
const assetFields =
  'asset->{_id, url, extension, "width": metadata.dimensions.width, "height": metadata.dimensions.height, "colour": metadata.palette.dominant.background}';

export const pictureFields = `alt, credit, crop, hotspot, ${assetFields}`;

export const seriesFields = 'series{title, unit, source, points[]{_key, step, value}}';

const sheetFields = 'from, title, number, stamp, lines[]{_key, term, text, mark, note}';

const exampleDocumentFields = `
  kind, size, exampleLabel, caption, ${sheetFields},
  second{${sheetFields}}
`;

export const artProjection = `
  art,
  paper{${exampleDocumentFields}},
  picture{${pictureFields}}, pictureCaption, pictureShape
`;

export const streetFields = `street{
  houses[]{_key, readers, picture{${pictureFields}}, signs[]{_key, label, mark, note, link{${linkFields}}, x, y, width}}
}`;

/** Members of `richText`, with link targets. */
export const richTextFields = `
  ...,
  markDefs[]{_key, _type, ${linkFields}}
`;

export const seoFields = `title, description, keywords, noIndex, image{${pictureFields}}`;

/** When the text last changed, if known. An import does not count as a change. */
export const modifiedField = `"modifiedAt": select(
  _type == "policy" => lastUpdated,
  _updatedAt != _createdAt => _updatedAt,
  _type == "article" => publishedAt,
  null
)`;

export const documentFields = `_id, _type, ${modifiedField}, "slug": slug.current, seo{${seoFields}}`;

/** Members of `articleText`: the members of `richText`, and pictures. */
export const articleTextFields = `
  ...,
  _type == "picture" => {${pictureFields}},
  markDefs[]{_key, _type, ${linkFields}}
`;

/** The city that a reference points to. It is null after the planned end of its page. */
export const linkedCity = `"city": select(${isTargetLive} => @->{_id, _type, name, "slug": slug.current})`;

export const relatedFields = `
  services[]{_key, "service": @->{_id, _type, title, summary, action{${actionFields}}}},
  cities[]{_key, ${linkedCity}}
`;

export const articleCardFields = `
  _id, _type, title, "slug": slug.current, summary, publishedAt, cover{${pictureFields}}
`;

/** The fields that `claimState` reads. Public pages leave out unconfirmed claims. */
export const evidenceFields = 'evidence{isSample, source, date, confirmedBy, validUntil}';

/** Evidence that visitors may read, of a figure that stays on the site without it. */
export const proofFields =
  '"proof": {"evidence": evidence{isSample, covers, source, date, confirmedBy, validUntil}}';

export const personFields = `
  _id, _type, name, role, languages, cities, askAbout, picture{${pictureFields}}, ${evidenceFields}
`;

/** The condition that finds articles and case studies, and the fields to read from them. */
export const isText = `_type in ["article", "caseStudy"] && ${isListed}`;
export const textFields = `
  | order(_type desc, publishedAt desc, _id asc)[0...4]{
    _id, _type, title, "slug": slug.current, _type == "caseStudy" => {${evidenceFields}}
  }
`;

/** The page that lists articles or case studies, with its closing call to action. */
export const listPageFields = `
  _id, _type, title, ${linkedSlug},
  sections[_type == "callToAction"]{_key, _type, heading, text, actions[]{${actionFields}}}
`;
/** Articles to read next, newest first. */
export const nextReading = `
  *[_type == "article" && ${isListed} && _id != ^._id]
  | order(publishedAt desc, _id asc)[0...3]{_id, _type, title, "slug": slug.current}
`;

/** Matches job openings that are still open. The last day counts as open, as in `hasPassed` of `schemas/days.ts`. */
export const isOpen = `!defined(validThrough) || validThrough >= ${todayExpression}`;

export const caseStudyCardFields = `
  _id, _type, title, "slug": slug.current, summary, client, sector, cover{${pictureFields}}, ${evidenceFields}
`;
