import { CaseIcon } from '@sanity/icons/Case';
import { CogIcon } from '@sanity/icons/Cog';
import { CommentIcon } from '@sanity/icons/Comment';
import { DocumentsIcon } from '@sanity/icons/Documents';
import { DocumentTextIcon } from '@sanity/icons/DocumentText';
import { PinIcon } from '@sanity/icons/Pin';
import { StackCompactIcon } from '@sanity/icons/StackCompact';
import { TagsIcon } from '@sanity/icons/Tags';
import { TransferIcon } from '@sanity/icons/Transfer';
import type { ComponentType } from 'react';
import type { StructureBuilder, StructureResolver } from 'sanity/structure';
import { editsOpeningsOnly } from '#studio/roles.ts';
import type { SingletonType } from '#studio/singletons.ts';
import { cityPagesByState } from './city-pages.ts';

type List = { type: string; title: string; icon: ComponentType; orderBy: string };

const openings: List = { type: 'jobOpening', title: 'Job openings', icon: CaseIcon, orderBy: 'title' };

function documentList(S: StructureBuilder, { type, title, icon, orderBy }: List) {
  return S.documentTypeListItem(type)
    .title(title)
    .icon(icon)
    .child(
      S.documentTypeList(type)
        .title(title)
        .defaultOrdering([{ field: orderBy, direction: 'asc' }]),
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

/** The left column of the Studio: what the site consists of, in the order in which people ask for it. */
export const structure: StructureResolver = (S, context) => {
  if (editsOpeningsOnly(context.currentUser))
    return S.list()
      .id('content')
      .title('Content')
      .items([documentList(S, openings)]);
  return S.list()
    .id('content')
    .title('Content')
    .items([
      documentList(S, { type: 'page', title: 'Pages', icon: DocumentsIcon, orderBy: 'title' }),
      S.listItem()
        .id('cityPages')
        .title('City pages')
        .icon(PinIcon)
        .child(() => cityPagesByState(S, context)),
      singleton(S, 'cityPageTemplate', 'Text shared by city pages', StackCompactIcon),
      S.divider(),
      documentList(S, { type: 'service', title: 'Services', icon: TagsIcon, orderBy: 'title' }),
      documentList(S, { type: 'testimonial', title: 'Testimonials', icon: CommentIcon, orderBy: 'person' }),
      documentList(S, openings),
      S.divider(),
      documentList(S, { type: 'policy', title: 'Policies', icon: DocumentTextIcon, orderBy: 'title' }),
      documentList(S, { type: 'redirect', title: 'Redirects', icon: TransferIcon, orderBy: 'from' }),
      S.divider(),
      singleton(S, 'siteSettings', 'Site settings', CogIcon),
    ]);
};
