import { BlockquoteIcon } from '@sanity/icons/Blockquote';
import { BookIcon } from '@sanity/icons/Book';
import { ClockIcon } from '@sanity/icons/Clock';
import { ComposeIcon } from '@sanity/icons/Compose';
import { CreditCardIcon } from '@sanity/icons/CreditCard';
import { EnvelopeIcon } from '@sanity/icons/Envelope';
import { EyeOpenIcon } from '@sanity/icons/EyeOpen';
import { LinkIcon } from '@sanity/icons/Link';
import { MenuIcon } from '@sanity/icons/Menu';
import { PinIcon } from '@sanity/icons/Pin';
import { UserIcon } from '@sanity/icons/User';
import type { ComponentType } from 'react';
import type { CurrentUser } from 'sanity';
import { editsOpeningsOnly, isAdministrator, readsOnly } from '#studio/roles.ts';

/** Something that people often come for, and where in the Studio it is done. */
export interface Task {
  title: string;
  icon: ComponentType;
  to: { setting: string } | { create: string } | { place: string };
}

const hiring: Task[] = [
  { title: 'New job opening', icon: UserIcon, to: { create: 'jobOpening' } },
  { title: 'All job openings', icon: UserIcon, to: { place: 'structure/jobOpening' } },
];

const marketing: Task[] = [
  { title: 'Edit the home page', icon: EyeOpenIcon, to: { place: 'presentation?preview=/' } },
  { title: 'Phone and e-mail', icon: EnvelopeIcon, to: { setting: 'phone' } },
  { title: 'Opening hours', icon: ClockIcon, to: { setting: 'contactHours' } },
  { title: 'Menu', icon: MenuIcon, to: { setting: 'mainNavigation' } },
  { title: 'New article', icon: ComposeIcon, to: { create: 'article' } },
  { title: 'Testimonials on home', icon: BlockquoteIcon, to: { place: 'testimonials' } },
  { title: 'City pages', icon: PinIcon, to: { place: 'structure/cityPages' } },
  { title: 'Policies', icon: BookIcon, to: { place: 'structure/policy' } },
];

const money: Task[] = [
  { title: 'Payments today', icon: CreditCardIcon, to: { place: 'payments/today' } },
  { title: 'Pay links', icon: LinkIcon, to: { place: 'payments/links' } },
];

/** The usual tasks of somebody, by their role. */
export function tasksOf(user: CurrentUser | null): Task[] {
  const look: Task = {
    title: 'Look at the site',
    icon: EyeOpenIcon,
    to: { place: 'presentation?preview=/' },
  };
  if (editsOpeningsOnly(user))
    return [...hiring, { ...look, to: { place: 'presentation?preview=/careers' } }];
  if (readsOnly(user)) return [look];
  return [...marketing, ...hiring, ...(isAdministrator(user) ? money : [])];
}
