import type { Schema } from 'sanity';
import { titleOf } from '#schemas/document-title.ts';
import { checkSitePath, checkWebAddress } from '#schemas/link-rules.ts';
import { isPageType, isReservedPath } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { checkAgainstOthers, checkTarget, comparablePath } from '#schemas/redirect-rules.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { fieldsOf } from '#studio/content/fields.ts';
import type { Content } from './content.ts';

/** Finds links and redirects that lead nowhere. Checks only the syntax of links to other websites. */
export function deadLinks(content: Content[], schema: Schema) {
  const known = new Map(content.map((one) => [one.id, one]));
  const pages = new Set(
    content.flatMap(({ type, published }) => (isPageType(type) && documentPath(type, published)) || []),
  );
  const redirects = content.filter(({ type }) => type === 'redirect');
  const livePaths = new Set([
    ...pages,
    ...redirects.map(({ published }) => comparablePath(textOf(published, 'from') ?? '')),
  ]);
  const ends = Map.groupBy(
    redirects.flatMap(({ id, latest }) => {
      const [from = '', to = ''] = [textOf(latest, 'from'), textOf(latest, 'to')];
      return [from, to].map((end) => ({ end: comparablePath(end), rule: { _id: id, from, to } }));
    }),
    ({ end }) => end,
  );
  const problemIn = (checked: true | string) => (checked === true ? undefined : checked);
  const checkPath = (address: string) => {
    const path = comparablePath(address);
    if (!address.startsWith('/') || isReservedPath(path) || livePaths.has(path)) return undefined;
    return `There is no page or redirect at ${address}.`;
  };
  const checkPage = (id: string | undefined) => {
    const target = known.get(id ?? '');
    if (!id) return 'No page is chosen.';
    if (!target) return 'The chosen page no longer exists.';
    return target.published ? undefined : `“${titleOf(target.latest)}” is not published.`;
  };
  const problemOf = (link: unknown): [string, string | undefined] => {
    const path = textOf(link, 'path') ?? '';
    const web = textOf(link, 'url');
    switch (textOf(link, 'kind')) {
      case 'internal':
        return ['reference', checkPage(textOf(propertyOf(link, 'reference'), '_ref'))];
      case 'path':
        return ['path', problemIn(checkSitePath(path)) ?? checkPath(path)];
      case 'url':
        return ['url', problemIn(checkWebAddress(web))];
      default:
        return ['kind', textOf(link, 'kind') ? undefined : 'No link target is chosen.'];
    }
  };
  return content.flatMap(({ id, type, latest }) => {
    const documentType = schema.get(type);
    if (!documentType) return [];
    const title = titleOf(latest, documentType.title);
    if (type === 'redirect') {
      const [from = '', to = ''] = [textOf(latest, 'from'), textOf(latest, 'to')];
      const others = [from, to].flatMap((end) => ends.get(comparablePath(end)) ?? []);
      const rules = others.map(({ rule }) => rule).filter(({ _id }) => _id !== id);
      const dead = problemIn(checkTarget(to)) ?? checkPath(to);
      const problem = dead ?? (from && problemIn(checkAgainstOthers({ _id: id, from, to }, rules, pages)));
      return problem ? [{ id, type, place: [title], path: [dead ? 'to' : 'from'], problem }] : [];
    }
    return [...fieldsOf(documentType, latest)].flatMap((field) => {
      if (field.type.name !== 'link' || !field.value) return [];
      const [name, problem] = problemOf(field.value);
      const place = [title, ...field.titles];
      return problem ? [{ id, type, place, path: [...field.path, name], problem }] : [];
    });
  });
}
