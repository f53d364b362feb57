import { merge } from 'content-lake/merge';
import { type Path, stringToPath } from 'sanity';
import { isOver } from '#schemas/days.ts';
import { findPromises } from '#schemas/find-promises.ts';
import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { documentsAt, hrefFor, isNonPagePath, isPageType } from '#schemas/paths.ts';
import { isReservedPlaceholder } from '#schemas/placeholders.ts';
import { propertyOf, readProperties, textOf } from '#schemas/property.ts';
import { comparablePath } from '#schemas/redirect-rules.ts';
import { changedFields } from '#studio/content/differences.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { figuresOf, pathLinksOf, placeholdersOf, plainText } from '#studio/content/traverse.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { type Change, linkedPaths, removalsOf } from './change.ts';
import { redirectsFrom, redirectsTo } from './redirects.ts';
import { similarityFinder } from './similarity.ts';
import type { DocumentSummary, SiteContext } from './site-context.ts';

/** A field to open for the editor. */
export interface Field {
  title: string;
  path: Path;
}

export interface Effect {
  /** `error` blocks a change that breaks pages, `warning` needs a review, `info` needs no action. */
  severity: 'error' | 'warning' | 'info';
  text: string;
  /** Fields of this document, or other documents, in which editors can fix the problem. */
  fields?: Field[];
  documents?: DocumentSummary[];
}

/** If this share (0 to 1) of two city pages is identical text, search engines may drop one of them. */
const maxSimilarity = 0.3;

/** Notes for documents that pages use without a reference. */
const everywhere = new Map([
  ['siteSettings', 'These settings are part of every page. All pages change as soon as you publish them.'],
  [
    'cityPageTemplate',
    'This text is part of every city page. All city pages change as soon as you publish it.',
  ],
]);

const settingsSummary: DocumentSummary = { _id: 'siteSettings', _type: 'siteSettings', title: null };

/** Returns the effects of a change on the site; none if it affects only its own document. */
export function effectsOf(change: Change, context: SiteContext): Effect[] {
  const checks = [
    missingHome,
    removal,
    moves,
    ends,
    links,
    deadLinks,
    figures,
    facts,
    promises,
    similarity,
    scheduled,
  ];
  const effects = checks.flatMap((check) => check(change, context));
  if (!change.after) return effects;
  const note = everywhere.get(change.type);
  if (note) return [...effects, { severity: 'info', text: note }];
  // The form already shows the uses of a document, so they alone are no reason to open a dialog.
  if (effects.length === 0 || context.users.length === 0) return effects;
  const text = 'These documents show or link to this document, so they change too.';
  return [...effects, { severity: 'info', text, documents: context.users }];
}

function missingHome({ type, before, after }: Change): Effect[] {
  if (documentPath(type, before) !== '/' || documentPath(type, after) === '/') return [];
  const text = 'The site would have no home page.';
  if (!after) return [{ severity: 'error', text: `${text} Change the sections of this page instead.` }];
  const fields = [{ title: 'Address', path: ['slug'] }];
  return [{ severity: 'error', text: `${text} Enter “home” as the address again.`, fields }];
}

function removal({ type, before, after }: Change, { users, listers }: SiteContext): Effect[] {
  if (after) return [];
  const effects: Effect[] = [];
  if (users.length > 0) {
    const text =
      'These documents show or link to this document. First remove this document from them, and publish them.';
    effects.push({ severity: 'error', text, documents: users });
  }
  if (before && listers.length > 0)
    effects.push({
      severity: 'info',
      text: 'The document disappears from the lists on these pages.',
      documents: listers,
    });
  if (before && type === 'redirect')
    effects.push({
      severity: 'warning',
      text: `Visitors to ${textOf(before, 'from')} will see “Page not found”.`,
    });
  return effects;
}

function moves({ type, before, after, isLater }: Change, { redirects }: SiteContext): Effect[] {
  const [from, to] = [documentPath(type, before), documentPath(type, after)];
  if (!isPageType(type) || !to || from === to || from === '/') return [];
  if (isLater && from) {
    const text = `This page would move from ${from} to ${to}, and links to the old address would stop working. Publish the new address by itself first: visitors are then redirected.`;
    return [{ severity: 'error', text, fields: [{ title: 'Address', path: ['slug'] }] }];
  }
  const effects: Effect[] = redirectsFrom(redirects, to).map((redirect) => ({
    severity: 'info',
    text: `The redirect from ${redirect.from} to ${redirect.to} will be deleted, because this page will be at ${redirect.from}.`,
  }));
  if (!from) return effects;
  const earlier = redirectsTo(redirects, from).map((redirect) => redirect.from);
  const text = `This page moves from ${from} to ${to}. The old address will redirect to the new one.`;
  const led = earlier.length > 0 ? ` So will ${earlier.join(', ')}.` : '';
  return [{ severity: 'info', text: text + led }, ...effects];
}

/** Warns that a page leaves the site at once, because somebody entered a past time as its end. */
function ends({ before, after }: Change): Effect[] {
  const [known, at] = [before, after].map((content) => textOf(propertyOf(content, 'end'), 'at'));
  if (at === known || !isOver(at)) return [];
  const text = `This page ends at a time that has passed, ${formatTime(at ?? '')}. It leaves the site as soon as you publish.`;
  return [{ severity: 'warning', text, fields: [{ title: 'Ends on', path: ['end', 'at'] }] }];
}

/** Finds links that store a path and would break. References always lead to the current path. */
function links(change: Change, { documents }: SiteContext): Effect[] {
  const { page, isPageGone, anchors } = removalsOf(change);
  const jumps = [...anchors].map((anchor) => `#${anchor}`);
  const leading = documents.filter(({ content }) =>
    pathLinksOf(content).some((link) => {
      const leadsThere = /^\//.test(link) && comparablePath(link) === page;
      return leadsThere && (isPageGone || jumps.some((jump) => link.endsWith(jump)));
    }),
  );
  if (leading.length === 0 && !pathLinksOf(change.after).some((link) => jumps.includes(link))) return [];
  const gone = isPageGone
    ? `These documents link to ${page} by its path, so visitors will be redirected. In these links, choose the page itself instead.`
    : `Links lead to sections that no longer exist: ${jumps.join(', ')}. These links will open the top of the page.`;
  return [{ severity: 'warning', text: gone, documents: leading }];
}

function deadLinks(change: Change, { pages }: SiteContext): Effect[] {
  const existing = new Set([documentPath(change.type, change.after), ...pages.map(hrefFor)]);
  const dead = linkedPaths(change).filter(
    (path) => documentsAt(path).length > 0 && !isNonPagePath(path) && !existing.has(path),
  );
  return [...new Set(dead)].map((path) => ({
    severity: 'warning',
    text: `A link leads to ${path}, but there is no page. Without a redirect, visitors see “Page not found”.`,
  }));
}

/** Finds unknown figures, for which visitors would see the placeholder in curly braces. */
function figures(change: Change, { figures, documents }: SiteContext): Effect[] {
  const lost = removalsOf(change).figures;
  const texts = lost.length > 0 ? [...documents, { ...settingsSummary, content: change.after }] : [];
  const naming = texts.map(({ content, ...place }) => ({ place, names: placeholdersOf(content) }));
  const removed = lost.flatMap(({ key = '' }): Effect[] => {
    const users = naming.filter(({ names }) => names.has(key)).map(({ place }) => place);
    const text = `These documents use {${key}}, so visitors would see the placeholder or no figure. Add the figure again, or remove it from these documents and publish them first.`;
    const fields = [{ title: 'Business figures', path: ['figures'] }];
    return users.length > 0 ? [{ severity: 'error', text, fields, documents: users }] : [];
  });
  if (change.type === 'siteSettings') return removed;
  const unknown = [...placeholdersOf(change.after)]
    .filter((name) => !isReservedPlaceholder(name) && !figures.includes(name))
    .map((name) => `{${name}}`);
  if (unknown.length === 0) return [];
  const text = `Visitors would see ${unknown.join(', ')}, because the published Site settings have no such figure. Publish Site settings first.`;
  return [{ severity: 'error', text, documents: [settingsSummary] }];
}

/** Finds what the owner still has to fill in before the launch, and new or changed figures without a source. */
function facts({ type, before, after }: Change): Effect[] {
  if (type !== 'siteSettings') return [];
  const known = new Set(figuresOf(before).map(({ key, value }) => `${key} ${value}`));
  const effects: Effect[] = figuresOf(after)
    .filter(({ key, value, note }) => !note && !known.has(`${key} ${value}`))
    .map(({ _key = '', value, label }) => ({
      severity: 'warning',
      text: `“${value} ${label}” has no source.`,
      fields: [{ title: 'Where it comes from', path: ['figures', { _key }, 'note'] }],
    }));
  const left = launchPlaceholders(after).map(({ title }) => title);
  if (left.length > 0)
    effects.push({ severity: 'info', text: `Still to be filled in before the launch: ${left.join(', ')}.` });
  return effects;
}

/** Finds new sentences that promise something without evidence. The launch checklist lists earlier ones. */
function promises({ type, before, after, titleOf }: Change, { promises: published }: SiteContext): Effect[] {
  const promises = type === 'siteSettings' ? propertyOf(after, 'promises') : published;
  const find = (document: unknown) => findPromises([{ _id: 'siteSettings', promises }, document]);
  const known = new Set(find(before).map(({ title }) => title));
  const found = find(after).filter(({ title }) => !known.has(title));
  if (found.length === 0) return [];
  const sentences = found.map(({ title }) => `“${title}”`).join(' ');
  const text = `Nothing proves these promises yet. Reword them, use a business figure, or add them with their evidence in Site settings, under Promises in texts: ${sentences}`;
  const fields = [...new Set(found.map(({ path }) => path))].map((place) => {
    const path = stringToPath(place);
    return { title: titleOf?.(path) ?? place, path };
  });
  return [{ severity: 'warning', text, fields }];
}

/** Finds versions in schedules and releases whose changes would go out early, or that conflict with this change. */
function scheduled(change: Change, { versions }: SiteContext): Effect[] {
  const { before, after, isLater } = change;
  if (!after || isLater) return [];
  return versions.flatMap(({ content, title, publishAt, by }): Effect | Effect[] => {
    const when = publishAt ? `on ${formatTime(publishAt)}` : `with the release “${title}”`;
    const theirs = Object.keys(changedFields(readProperties(before), content));
    const both = merge<unknown>(before, content, after).conflicts.flatMap(({ path: [name] }) =>
      typeof name === 'string' && !name.startsWith('_') ? [name] : [],
    );
    const others = changedFields(content, readProperties(after));
    const early = theirs.filter((name) => !(name in others));
    if (early.length > 0) {
      const text = `${by} scheduled these changes to go out ${when}. If you publish now, they go out at once.`;
      const fields = early.map((name) => ({ title: change.titleOf?.([name]) ?? name, path: [name] }));
      return { severity: 'warning', text, fields };
    }
    if (both.length === 0) return [];
    const titles = [...new Set(both)].map((name) => change.titleOf?.([name]) ?? name).join(', ');
    const text = `${by} scheduled other changes to ${titles}, to go out ${when}. If you publish now, the scheduled version is paused until somebody chooses which text to keep.`;
    return { severity: 'warning', text };
  });
}

function similarity({ type, before, after }: Change, { cities }: SiteContext): Effect[] {
  const text = plainText(propertyOf(after, 'insight'));
  if (type !== 'cityPage' || text === plainText(propertyOf(before, 'insight'))) return [];
  if (propertyOf(propertyOf(after, 'seo'), 'noIndex') === true) return [];
  const found = similarityFinder(cities)({ name: textOf(after, 'name') ?? '', text });
  if (!found || found.share < maxSimilarity) return [];
  const { city, share } = found;
  return [
    {
      severity: 'warning',
      text: `${Math.round(share * 100)}% of this text is also on the page of ${city.name}. Search engines may drop pages that are too similar. Describe what is special about this city, or hide the page from search engines.`,
      fields: [
        { title: 'About the market', path: ['insight'] },
        { title: 'Hide from search engines', path: ['seo', 'noIndex'] },
      ],
      documents: [{ ...city, title: city.name }],
    },
  ];
}
