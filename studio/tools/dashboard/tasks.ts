import type { CurrentUser } from 'sanity';
import { editPath } from '#schemas/paths.ts';
import { editsOpeningsOnly, readsOnly, userMay } from '#studio/access/roles.ts';
import type { SiteState } from './live.ts';

interface Task {
  title: string;
  path: string;
}

const create = (type: string) => `/intent/create/template=${type};type=${type}/`;
const setting = (field: string) => editPath('siteSettings', 'siteSettings', field);

const hiring: Task[] = [
  { title: 'New job opening', path: create('jobOpening') },
  { title: 'All job openings', path: '/structure/jobOpening' },
];

const money: Task[] = [
  { title: 'Payments today', path: '/payments/today' },
  { title: 'Payment links', path: '/payments/links' },
];

export function tasksOf(user: CurrentUser | null, home: SiteState['home']): Task[] {
  if (editsOpeningsOnly(user))
    return [
      ...hiring,
      { title: 'Applications', path: '/applications' },
      { title: 'View the site', path: '/presentation?preview=/careers' },
    ];
  if (readsOnly(user)) return [{ title: 'View the site', path: '/presentation?preview=/' }];
  const testimonials = home?.testimonials
    ? `sections[_key=="${home.testimonials}"].testimonials`
    : 'sections';
  return [
    { title: 'Edit the home page', path: '/presentation?preview=/' },
    { title: 'Phone and e-mail', path: setting('phone') },
    { title: 'Opening hours', path: setting('contactHours') },
    { title: 'Menu', path: setting('mainNavigation') },
    { title: 'New article', path: create('article') },
    { title: 'Testimonials on the home page', path: editPath(home?.id ?? '', 'page', testimonials) },
    { title: 'City pages', path: '/structure/cityPages' },
    { title: 'Policies', path: '/structure/policy' },
    ...hiring,
    ...(userMay(user, 'handlePayments') ? money : []),
  ];
}
