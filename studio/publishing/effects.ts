import { merge } from 'content-lake/merge';
import type { Path } from 'sanity';
import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { hasOutdatedDarkVersion } from '#schemas/objects/picture.ts';
import { documentsAt, hrefFor, isPageType, isReservedPath } from '#schemas/paths.ts';
import { isReservedPlaceholder } from '#schemas/placeholders.ts';
import { propertiesOf, propertyOf, textOf } from '#schemas/property.ts';
import { comparablePath } from '#schemas/redirect-rules.ts';
import { changedFields, formatDateTime } from '#studio/content/differences.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { figuresOf, objectsIn, pathLinksOf, placeholdersOf, plainText } from '#studio/content/traverse.ts';
import { type Change, linkedPaths, removalsOf } from './change.ts';
import { redirectsFrom, redirectsTo } from './redirects.ts';
import { similarityFinder } from './similarity.ts';
import type { DocumentSummary, SiteContext } from './site-context.ts';

/** A field to lead the editor to, with its problem. */
export interface Field {
  title: string;
  path: Path;
  problem?: string;
}

export interface Effect {
  /** `refused` breaks pages, `look` needs a review, `note` is information. */
  severity: 'error' | 'warning' | 'info';
  text: string;
  /** Fields of this document, or other documents, that fix the problem. */
  fields?: Field[];
  documents?: DocumentSummary[];
}

/** Share of identical text from which search engines may drop one of two city pages. */
const maxSimilarity = 0.3;

/** Notes on documents that every page uses without a reference. */
const everywhere = new Map([
  ['siteSettings', 'These settings are part of every page. All pages change as soon as they are published.'],
  [
    'cityPageTemplate',
    'This text is part of every city page. All of them change as soon as it is published.',
  ],
]);

const settingsSummary: DocumentSummary = { _id: 'siteSettings', _type: 'siteSettings', title: null };

/** Effects of a change on the site; none if it stays within the document. */
export function effectsOf(change: Change, context: SiteContext): Effect[] {
  const checks = [
    missingHome,
    removal,
    moves,
    links,
    deadLinks,
    figures,
    facts,
    pictures,
    similarity,
    scheduled,
  ];
  const effects = checks.flatMap((check) => check(change, context));
  if (!change.after) return effects;
  const note = everywhere.get(change.type);
  if (note) return [...effects, { severity: 'info', text: note }];
  // The form shows where a document is used; that alone is no reason to ask.
  if (effects.length === 0 || context.users.length === 0) return effects;
  const text = 'These show it or link to it, and change with it.';
  return [...effects, { severity: 'info', text, documents: context.users }];
}

function missingHome({ type, before, after }: Change): Effect[] {
  if (documentPath(type, before) !== '/' || documentPath(type, after) === '/') return [];
  const text = 'The site would be without a home page.';
  if (!after) return [{ severity: 'error', text: `${text} Change its sections instead.` }];
  const fields = [{ title: 'Address', path: ['slug'] }];
  return [{ severity: 'error', text: `${text} Write home as the address again.`, fields }];
}

function removal({ type, before, after }: Change, { users, listers }: SiteContext): Effect[] {
  if (after) return [];
  const effects: Effect[] = [];
  if (users.length > 0) {
    const text = 'These show it or link to it. Take it out of them first, and publish them.';
    effects.push({ severity: 'error', text, documents: users });
  }
  if (before && listers.length > 0)
    effects.push({
      severity: 'info',
      text: 'It disappears from the lists on these pages.',
      documents: listers,
    });
  if (before && type === 'redirect')
    effects.push({ severity: 'warning', text: `${textOf(before, 'from')} will answer “Page not found”.` });
  return effects;
}

function moves({ type, before, after, isLater }: Change, { redirects }: SiteContext): Effect[] {
  const [from, to] = [documentPath(type, before), documentPath(type, after)];
  if (!isPageType(type) || !to || from === to || from === '/') return [];
  if (isLater && from) {
    const text = `This page would move from ${from} to ${to}, and whoever follows a link to the old address would not find it. Publish a new address by itself: visitors are then led to it.`;
    return [{ severity: 'error', text, fields: [{ title: 'Address', path: ['slug'] }] }];
  }
  const effects: Effect[] = redirectsFrom(redirects, to).map((redirect) => ({
    severity: 'info',
    text: `The redirect from ${redirect.from} to ${redirect.to} is removed: this page stands there.`,
  }));
  if (!from) return effects;
  const earlier = redirectsTo(redirects, from).map((redirect) => redirect.from);
  const text = `This page moves from ${from} to ${to}. Whoever follows a link to the old address will be led to the new one.`;
  const led = earlier.length > 0 ? ` So will whoever follows one to ${earlier.join(', ')}.` : '';
  return [{ severity: 'info', text: text + led }, ...effects];
}

/** Broken links by path; links by reference follow by themselves. */
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
    ? `These link to ${page} by its path, and will go where its visitors are sent. Choose the page itself there.`
    : `Links jump to a place that is gone: ${jumps.join(', ')}. They will open the page at its top.`;
  return [{ severity: 'warning', text: gone, documents: leading }];
}

function deadLinks(change: Change, { pages }: SiteContext): Effect[] {
  const existing = new Set([documentPath(change.type, change.after), ...pages.map(hrefFor)]);
  const dead = linkedPaths(change).filter(
    (path) => documentsAt(path).length > 0 && !isReservedPath(path) && !existing.has(path),
  );
  return [...new Set(dead)].map((path) => ({
    severity: 'warning',
    text: `A link leads to ${path}, where no page is. Visitors would read “Page not found”, unless a redirect leads on.`,
  }));
}

/** Unknown figures: visitors would read the name in curly braces. */
function figures(change: Change, { figures, documents }: SiteContext): Effect[] {
  const lost = removalsOf(change).figures;
  const texts = lost.length > 0 ? [...documents, { ...settingsSummary, content: change.after }] : [];
  const naming = texts.map(({ content, ...place }) => ({ place, names: placeholdersOf(content) }));
  const removed = lost.flatMap(({ key = '' }): Effect[] => {
    const users = naming.filter(({ names }) => names.has(key)).map(({ place }) => place);
    const text = `Visitors would read {${key}}, or miss the figure, where these name it. Put it back, or take it out of them first and publish them.`;
    const fields = [{ title: 'Business figures', path: ['figures'] }];
    return users.length > 0 ? [{ severity: 'error', text, fields, documents: users }] : [];
  });
  if (change.type === 'siteSettings') return removed;
  const unknown = [...placeholdersOf(change.after)]
    .filter((name) => !isReservedPlaceholder(name) && !figures.includes(name))
    .map((name) => `{${name}}`);
  if (unknown.length === 0) return [];
  const text = `Visitors would read ${unknown.join(', ')}: the published Site settings have no such figure. Publish them first.`;
  return [{ severity: 'error', text, documents: [settingsSummary] }];
}

/** Settings the owner still has to confirm: delivery placeholders, and figures changed without a source. */
function facts({ type, before, after }: Change): Effect[] {
  if (type !== 'siteSettings') return [];
  const known = new Set(figuresOf(before).map(({ key, value }) => `${key} ${value}`));
  const effects: Effect[] = figuresOf(after)
    .filter(({ key, value, note }) => !note && !known.has(`${key} ${value}`))
    .map(({ _key = '', value, label }) => ({
      severity: 'warning',
      text: `Nobody has written where “${value} ${label}” comes from.`,
      fields: [{ title: 'Where it comes from', path: ['figures', { _key }, 'note'] }],
    }));
  const left = launchPlaceholders(after).map(({ title }) => title);
  if (left.length > 0)
    effects.push({ severity: 'info', text: `Still to be filled in before the launch: ${left.join(', ')}.` });
  return effects;
}

/** Pictures replaced without a new alternative text or a new dark version. */
function pictures({ before, after }: Change): Effect[] {
  const assetOf = (picture: unknown) => textOf(propertyOf(picture, 'asset'), '_ref');
  const earlier = new Map([...objectsIn(before)].map(({ value, path }) => [JSON.stringify(path), value]));
  return [...objectsIn(after)].flatMap(({ value, path }): Effect[] => {
    const [alt, was] = [textOf(value, 'alt'), earlier.get(JSON.stringify(path))];
    if (assetOf(was) === assetOf(value)) return [];
    const effects: Effect[] = [];
    if (alt && assetOf(was) && textOf(was, 'alt') === alt) {
      const text = `The picture is another one, and its words are still “${alt}”.`;
      const fields = [{ title: 'What the picture shows', path: [...path, 'alt'] }];
      effects.push({ severity: 'warning', text, fields });
    }
    if (hasOutdatedDarkVersion(value)) {
      const text =
        'The picture is another one. Its version for dark mode belongs to another picture, so visitors in dark mode see the light one.';
      effects.push({
        severity: 'warning',
        text,
        fields: [{ title: 'For dark mode', path: [...path, 'dark'] }],
      });
    }
    return effects;
  });
}

/** Scheduled or release versions whose changes would go out early. */
function scheduled(change: Change, { versions }: SiteContext): Effect[] {
  const { before, after, isLater } = change;
  if (!after || isLater) return [];
  return versions.flatMap(({ content, title, publishAt, by }): Effect | Effect[] => {
    const when = publishAt ? `on ${formatDateTime(publishAt)}` : `with the release “${title}”`;
    const theirs = Object.keys(changedFields(propertiesOf(before), content));
    const both = merge<unknown>(before, content, after).conflicts.flatMap(({ path: [name] }) =>
      typeof name === 'string' && !name.startsWith('_') ? [name] : [],
    );
    const others = changedFields(content, propertiesOf(after));
    const early = theirs.filter((name) => !(name in others));
    if (early.length > 0) {
      const text = `${by} planned these words for later: they are to go out ${when}. Published now, they go out at once.`;
      const fields = early.map((name) => ({ title: change.titleOf?.(name) ?? name, path: [name] }));
      return { severity: 'warning', text, fields };
    }
    if (both.length === 0) return [];
    const titles = [...new Set(both)].map((name) => change.titleOf?.(name) ?? name).join(', ');
    const text = `${by} has another ${titles} for this, which is to go out ${when}. If you publish yours, that waits until somebody decides which stays.`;
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
      text: `${Math.round(share * 100)} % of this text is also on the page of ${city.name}. Search engines drop pages that read like each other: write what only this city has, or hide the page from them.`,
      fields: [
        { title: 'About the market', path: ['insight'] },
        { title: 'Hide from search engines', path: ['seo', 'noIndex'] },
      ],
      documents: [{ ...city, title: city.name }],
    },
  ];
}
