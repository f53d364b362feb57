import { defineField, type ValidationContext } from 'sanity';
import { documentsAt, homeSlug, hrefFor, pageTypes } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { checkTarget, comparablePath } from '#schemas/redirect-rules.ts';
import { validationClient } from '#schemas/text-rules.ts';

const targetQuery = `{
  "pages": *[slug.current in $slugs][_type in $types]{_type, "slug": slug.current},
  "redirects": *[_type == "redirect" && from == $path]{from}
}`;

/** Requires a time and a redirect together, and a redirect that leads to another page. */
async function checkEnd(end: unknown, context: ValidationContext) {
  const [at, to] = [textOf(end, 'at'), textOf(end, 'redirect')?.trim()];
  if (!at && !to) return true;
  const { document } = context;
  const slug = textOf(propertyOf(document, 'slug'), 'current');
  if (slug === homeSlug) return 'The home page cannot end. Empty both fields.';
  if (!at) return { message: 'Enter when the page ends, or empty the field below.', path: ['at'] };
  if (!to) return { message: 'Enter where visitors go then, for example /services.', path: ['redirect'] };
  const valid = checkTarget(to);
  if (valid !== true) return { message: valid, path: ['redirect'] };
  if (!to.startsWith('/')) return true;
  const path = comparablePath(to);
  if (path === hrefFor({ _type: document?._type ?? '', slug }))
    return { message: 'This is the page itself. Enter another page.', path: ['redirect'] };
  const { pages, redirects } = await validationClient(context, 'drafts').fetch<{
    pages: { _type: string; slug: string }[];
    redirects: unknown[];
  }>(targetQuery, { path, types: pageTypes, slugs: documentsAt(path).map((one) => one.slug) });
  const isFound = redirects.length > 0 || pages.some((page) => hrefFor(page) === path);
  return isFound || { message: `There is no page at ${to}. Enter the path of a page.`, path: ['redirect'] };
}

/** The planned end of a page. `isLive` in `schemas/days.ts` is its condition in queries. */
export const endField = defineField({
  name: 'end',
  title: 'End of this page',
  type: 'object',
  description:
    'Optional. At this time the page leaves the site: its address leads to the page below, and lists, menus and links leave it out. To bring it back, enter a later time or empty both fields, and publish.',
  group: 'settings',
  fields: [
    defineField({ name: 'at', title: 'Ends on', type: 'datetime' }),
    defineField({
      name: 'redirect',
      title: 'Then visitors go to',
      type: 'string',
      description: 'A page of this site, for example /services, or https://… for another website.',
    }),
  ],
  validation: (rule) => rule.custom(checkEnd),
});
