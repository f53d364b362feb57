import { z } from 'zod';
import { hrefFor } from '#schemas/paths.ts';
import { addressTag, documentTag, labelsTag, labelTag, listerTag, pathTag, typeTag } from './dependencies.ts';

/** Absent where the webhook's projection is an older one: then it may have changed. */
const state = {
  slug: z.string().nullish(),
  /** What lists, links and breadcrumbs show: the name, and a city's state and place. */
  label: z.array(z.union([z.string(), z.number(), z.null()])).nullish(),
  /** Whether a page lists all cities. */
  listsCities: z.boolean().nullish(),
};

/** What the webhook tells of a published document; `.env.example` has the projection. */
export const publishSchema = z.object({
  _id: z.string().min(1).max(200),
  _type: z.string().min(1).max(100),
  ...state,
  before: z.object(state).nullish(),
  operation: z.enum(['create', 'update', 'delete']),
});

type Publish = z.infer<typeof publishSchema>;

/** Tags of what shows the document now, showed it before, or stood where it now is. */
export function tagsOfPublish(publish: Publish): string[] {
  const { _id, _type, operation, before } = publish;
  const isKept = operation === 'update';
  const hasMoved = !isKept || (before?.slug ?? null) !== (publish.slug ?? null);
  const hasNewLabel =
    hasMoved ||
    publish.label === undefined ||
    JSON.stringify(before?.label) !== JSON.stringify(publish.label);
  const listsCities = publish.listsCities ?? false;
  const isOtherLister =
    _type === 'page' &&
    (publish.listsCities === undefined ||
      (isKept ? (before?.listsCities ?? false) !== listsCities : listsCities));
  const paths = [before?.slug, publish.slug].flatMap((slug) => hrefFor({ _type, slug: slug ?? null }) ?? []);
  return [
    documentTag(_id),
    typeTag(_type),
    ...(hasNewLabel ? [labelTag(_id), labelsTag(_type)] : []),
    ...(isOtherLister ? [listerTag('cityPage')] : []),
    ...(hasMoved ? [addressTag(_id), ...new Set(paths.map(pathTag))] : []),
  ];
}
