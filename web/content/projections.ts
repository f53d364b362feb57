/**
 * Projections that several queries share. Some keys have a meaning of their own, read by `dependenciesOf`: `_id` is a
 * document whose content the result shows, `labelOf` one of which only the name, the place and the address are shown,
 * `linksTo` one of which only the address is used. `listOf` is a type of which every document counts, `labelsOf` one of
 * which the name and address of every document counts, and `listerOf` one whose list stands on some page that counts.
 * Revalidation is as exact as these keys are.
 */

/** Fields of a `link`, with what `hrefFor` needs to know of the page that it leads to. */
export const linkFields = `
  kind, path, url, message,
  reference->{_type, "slug": slug.current},
  "linksTo": reference._ref
`;

export const actionFields = `_key, label, style, link{${linkFields}}`;

export const navigationFields = `_key, label, link{${linkFields}}`;

/** A picture with what is needed to reserve its space and to crop it around its hotspot. */
export const pictureFields = `
  alt, crop, hotspot,
  asset->{_id, url, extension, "width": metadata.dimensions.width, "height": metadata.dimensions.height, "colour": metadata.palette.dominant.background}
`;

/** Members of `richText`; links in the text carry their targets. */
export const richTextFields = `
  ...,
  markDefs[]{_key, _type, ${linkFields}}
`;

export const seoFields = `title, description, keywords, noIndex, image{${pictureFields}}`;
