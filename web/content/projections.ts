/** Projections that several queries share. */

/** Fields of a `link`, with what `hrefFor` needs to know of the page that it leads to. */
export const linkFields = `
  kind, path, url, message,
  reference->{_type, "slug": slug.current}
`;

export const actionFields = `_key, label, style, service, link{${linkFields}}`;

export const navigationFields = `_key, label, link{${linkFields}}`;

/** A picture with what is needed to reserve its space and to crop it around its hotspot. */
export const pictureFields = `
  alt, isDrawing, crop, hotspot,
  asset->{_id, url, extension, "width": metadata.dimensions.width, "height": metadata.dimensions.height, "colour": metadata.palette.dominant.background}
`;

export const seriesFields = 'series{title, unit, source, points[]{_key, step, value}}';

/** An illustration beside a heading or a text. */
export const artProjection = `
  art, plotLabel,
  ${seriesFields},
  picture{${pictureFields}}
`;

/** Members of `richText`; links in the text carry their targets. */
export const richTextFields = `
  ...,
  markDefs[]{_key, _type, ${linkFields}}
`;

export const seoFields = `title, description, keywords, noIndex, image{${pictureFields}}`;

/** The common part of documents with a page of their own. */
export const documentFields = `_id, _type, _updatedAt, "slug": slug.current, seo{${seoFields}}`;

/** Members of `articleText`: those of `richText`, and pictures. */
export const articleTextFields = `
  ...,
  _type == "picture" => {${pictureFields}},
  markDefs[]{_key, _type, ${linkFields}}
`;

/** The topic of an article. */
export const relatedFields = `
  services[]{_key, "service": @->{_id, _type, title, summary, action{${actionFields}}}},
  cities[]{_key, "city": @->{_id, _type, name, "slug": slug.current}}
`;

/** An article as lists show it. */
export const articleCardFields = `
  _id, _type, title, "slug": slug.current, summary, publishedAt, cover{${pictureFields}}
`;

/** The evidence of a claim, for `claimState`. Claims are left out of public pages until they are confirmed. */
export const evidenceFields = 'evidence{isSample, source, date, confirmedBy, validUntil}';

/** Texts to read, narrowed to those of a service or a city, in few words. */
export const isText = '_type in ["article", "caseStudy"] && defined(slug.current)';
export const textFields = `
  | order(_type desc, publishedAt desc, _id asc)[0...4]{
    _id, _type, title, "slug": slug.current, _type == "caseStudy" => {${evidenceFields}}
  }
`;

/** A case study as lists show it. */
export const caseStudyCardFields = `
  _id, _type, title, "slug": slug.current, summary, client, sector, cover{${pictureFields}}, ${evidenceFields}
`;
