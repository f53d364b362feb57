import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { CogIcon } from '@sanity/icons/Cog';
import { PinIcon } from '@sanity/icons/Pin';
import { StackCompactIcon } from '@sanity/icons/StackCompact';
import { TrashIcon } from '@sanity/icons/Trash';
import type { ComponentType } from 'react';
import type { StructureBuilder, StructureResolver, StructureResolverContext } from 'sanity/structure';
import { cityPage } from '#schemas/documents/city-page.ts';
import { jobOpening } from '#schemas/documents/job-opening.ts';
import { documents } from '#schemas/index.ts';
import { editsOpeningsOnly } from '#studio/access/roles.ts';
import type { SingletonType } from '#studio/content/singletons.ts';
import { TrashPane } from '#studio/trash/trash-pane.tsx';
import { cityPagesByState } from './city-pages.ts';
import { draftLists } from './drafts.ts';

type ListedType = (typeof documents)[number];

function listItem(S: StructureBuilder, { type, list }: ListedType) {
  return S.documentTypeListItem(type.name)
    .title(list.title)
    .icon(type.icon)
    .child(
      S.documentTypeList(type.name)
        .title(list.title)
        .defaultOrdering([{ field: list.orderBy, direction: list.direction ?? 'asc' }]),
    );
}

function singleton(S: StructureBuilder, type: SingletonType, title: string, icon: ComponentType) {
  return S.listItem()
    .id(type)
    .schemaType(type)
    .title(title)
    .icon(icon)
    .child(S.document().schemaType(type).documentId(type).title(title));
}

export const structure: StructureResolver = (S, context) => {
  const column = S.list().id('content').title('Content');
  const listed = (group: ListedType['list']['group']) =>
    documents
      .filter(({ list }) => list.group === group)
      .flatMap((one) => (one === cityPage ? cityPages(S, context) : listItem(S, one)));
  if (editsOpeningsOnly(context.currentUser))
    return column.items([listItem(S, jobOpening), S.divider(), ...draftLists(S, context), trash(S)]);
  return column.items([
    ...listed('pages'),
    S.divider().title('Used on pages'),
    ...listed('parts'),
    S.divider().title('Policies and rules'),
    ...listed('rules'),
    S.divider().title('Settings'),
    singleton(S, 'siteSettings', 'Site settings', CogIcon),
    singleton(S, 'approvalRules', 'Approvals', CheckmarkCircleIcon),
    S.divider().title('Drafts and trash'),
    ...draftLists(S, context),
    trash(S),
  ]);
};

function trash(S: StructureBuilder) {
  return S.listItem()
    .id('trash')
    .title('Trash')
    .icon(TrashIcon)
    .child(S.component(TrashPane).id('trash').title('Trash'));
}

function cityPages(S: StructureBuilder, context: StructureResolverContext) {
  return [
    S.listItem()
      .id('cityPages')
      .title(cityPage.list.title)
      .icon(PinIcon)
      .child(() => cityPagesByState(S, context)),
    singleton(S, 'cityPageTemplate', 'Text shared by city pages', StackCompactIcon),
  ];
}
