import { z } from 'zod';
import { claimsQuery, findClaims } from '#schemas/claims.ts';
import { titleExpression } from '#schemas/document-title.ts';
import { homeSlug } from '#schemas/paths.ts';
import { rulesQuery, rulesSchema } from '#studio/content/tender-rules.ts';
import {
  approvalsQuery,
  approvalsSchema,
  openReviewsQuery,
  openReviewsSchema,
} from '#studio/review/review.ts';
import { datedQuery, datedSchema } from './coming-up.ts';
import { contentSchema } from './content.ts';
import { pausedQuery, pausedSchema } from './paused.ts';

export const siteState = z.object({
  edited: contentSchema,
  drafts: contentSchema,
  openings: contentSchema,
  paused: pausedSchema,
  dated: datedSchema,
  reviews: openReviewsSchema,
  approvals: approvalsSchema,
  rules: rulesSchema,
  settings: z.unknown(),
  claims: z.array(z.unknown()).transform(findClaims),
  home: z.object({ id: z.string(), testimonials: z.string().nullish() }).nullish(),
});

export type SiteState = z.infer<typeof siteState>;

const fields = `_id, _type, _updatedAt, validThrough, "title": ${titleExpression}`;
const withPublished = `${fields}, _id in path("drafts.**") => {
  "publishedVersion": *[_id == string::split(^._id, "drafts.")[1]][0]{${fields}}
}`;
/** GROQ condition that leaves out versions in releases. */
const isMain = '!(_id in path("versions.**"))';
/** GROQ condition that leaves out imported documents that nobody has changed. */
const isEdited = `${isMain} && (_updatedAt != _createdAt || _id in path("drafts.**"))`;
export const siteQuery = {
  listen: '*[_type in $types || _type in ["system.release", "review"]]',
  fetch: `{
  "edited": *[_type in $types && ${isEdited}] | order(_updatedAt desc)[0...40]{${withPublished}},
  "drafts": *[_type in $types && _id in path("drafts.**")] | order(_updatedAt desc)[0...20]{${withPublished}},
  "openings": *[_type == "jobOpening" && ${isMain}] | order(order asc){${fields}},
  "paused": ${pausedQuery},
  "dated": ${datedQuery},
  "reviews": ${openReviewsQuery},
  "approvals": ${approvalsQuery},
  "rules": ${rulesQuery},
  "settings": *[_id == "siteSettings"][0],
  "claims": ${claimsQuery},
  "home": *[_type == "page" && slug.current == "${homeSlug}" && !(_id in path("drafts.**"))][0]
    {"id": _id, "testimonials": sections[_type == "testimonials"][0]._key}
}`,
};
