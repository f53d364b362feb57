import { defineField, type SanityDocument, type ValidationContext } from 'sanity';
import { dateFormat } from '#schemas/fields.ts';
import { documentsAt, hrefFor, pageTypes } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { checkTarget, comparablePath } from '#schemas/redirect-rules.ts';
import { validationClient } from '#schemas/text-rules.ts';

const targetQuery = `*[slug.current in $slugs][_type in $types]{_type, "slug": slug.current, "ends": defined(end.at)}`;

const readPath = (document: SanityDocument | undefined) =>
  hrefFor({ _type: document?._type ?? '', slug: textOf(propertyOf(document, 'slug'), 'current') ?? null });
const isHome = (document: SanityDocument | undefined) => readPath(document) === '/';

/** Requires a time and a redirect together, and a redirect that leads to another page, which does not end. */
export async function checkEnd(end: unknown, context: Pick<ValidationContext, 'document' | 'getClient'>) {
  const [at, to] = [textOf(end, 'at'), textOf(end, 'redirect')?.trim()];
  if (!at && !to) return true;
  const { document } = context;
  if (isHome(document)) return 'The home page cannot end. Empty both fields.';
  if (!at) return { message: 'Enter when the page ends, or empty the field below.', path: ['at'] };
  const fault = (message: string) => ({ message, path: ['redirect'] });
  if (!to) return fault('Enter where visitors go then, for example /services.');
  const valid = checkTarget(to);
  if (valid !== true) return fault(valid);
  if (!to.startsWith('/')) return true;
  const path = comparablePath(to);
  if (path === readPath(document)) return fault('This is the page itself. Enter another page.');
  const pages = await validationClient(context, 'drafts').fetch<
    { _type: string; slug: string; ends: boolean }[]
  >(targetQuery, { types: pageTypes, slugs: documentsAt(path).map((one) => one.slug) });
  const target = pages.find((page) => hrefFor(page) === path);
  if (!target) return fault(`There is no page at ${to}. Enter the path of a page.`);
  return !target.ends || fault(`The page at ${to} ends too. Enter a page that stays.`);
}

/** The planned end of a page. `isLive` in `schemas/days.ts` is its condition in queries. */
export const endField = defineField({
  name: 'end',
  title: 'End of this page',
  type: 'object',
  description:
    'Optional. At this time the page leaves the site: its address leads to the page below, and lists, menus and links leave it out. To bring it back, enter a later time or empty both fields, and publish.',
  group: 'settings',
  hidden: ({ document, value }) => isHome(document) && value === undefined,
  fields: [
    defineField({
      name: 'at',
      title: 'Ends on',
      type: 'datetime',
      description: 'The time in India.',
      options: { dateFormat },
      validation: (rule) => rule.min('2000-01-01').error('Enter the year with four digits.'),
    }),
    defineField({
      name: 'redirect',
      title: 'Then visitors go to',
      type: 'string',
      description: 'A page of this site, for example /services, or https://… for another website.',
    }),
  ],
  validation: (rule) => rule.custom(checkEnd),
});
