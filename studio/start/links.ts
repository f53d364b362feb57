import type { Schema } from 'sanity';
import { checkSitePath, checkWebAddress } from '#schemas/link-rules.ts';
import { isPageType, isReservedPath } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { checkTarget, comparablePath } from '#schemas/redirect-rules.ts';
import { documentPath } from '#studio/documents/document-path.ts';
import { titleOf } from '#studio/publishing/parts.ts';
import type { Content } from './content.ts';
import { fieldsOf } from './fields.ts';

/** Every link of the content that leads nowhere, and the field where it is put right. What is on other websites is not asked, only how the address is written. */
export function deadLinks(content: Content[], schema: Schema) {
  const known = new Map(content.map((one) => [one.id, one]));
  const standing = new Set(
    content.flatMap(({ type, published }) =>
      type === 'redirect'
        ? comparablePath(textOf(published, 'from') ?? '')
        : (isPageType(type) && documentPath(type, published)) || [],
    ),
  );
  const wrong = (checked: true | string) => (checked === true ? undefined : checked);
  const nowhere = (address: string) => {
    const path = comparablePath(address);
    if (!address.startsWith('/') || isReservedPath(path) || standing.has(path)) return undefined;
    return `No page and no redirect is at ${address}.`;
  };
  const page = (id: string | undefined) => {
    const target = known.get(id ?? '');
    if (!id) return 'No page is chosen.';
    if (!target) return 'The page that was chosen is not there any more.';
    return target.published ? undefined : `“${titleOf(target.latest)}” is not published.`;
  };
  const problemOf = (link: unknown): [string, string | undefined] => {
    const path = textOf(link, 'path') ?? '';
    const web = textOf(link, 'url');
    switch (textOf(link, 'kind')) {
      case 'internal':
        return ['reference', page(textOf(propertyOf(link, 'reference'), '_ref'))];
      case 'path':
        return ['path', wrong(checkSitePath(path)) ?? nowhere(path)];
      case 'url':
        return ['url', wrong(checkWebAddress(web))];
      default:
        return ['kind', textOf(link, 'kind') ? undefined : 'Where it leads is not chosen.'];
    }
  };
  return content.flatMap(({ id, type, latest }) => {
    const documentType = schema.get(type);
    if (!documentType) return [];
    const title = titleOf(latest, documentType.title);
    if (type === 'redirect') {
      const to = textOf(latest, 'to') ?? '';
      const problem = wrong(checkTarget(to)) ?? nowhere(to);
      return problem ? [{ id, type, place: [title], path: ['to'], problem }] : [];
    }
    return [...fieldsOf(documentType, latest)].flatMap((field) => {
      if (field.type.name !== 'link' || !field.value) return [];
      const [name, problem] = problemOf(field.value);
      const place = [title, ...field.titles];
      return problem ? [{ id, type, place, path: [...field.path, name], problem }] : [];
    });
  });
}
