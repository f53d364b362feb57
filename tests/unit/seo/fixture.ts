import type { CityContent, CityTemplate, ComposedPage, PageContent, Site } from '#web/content/types.ts';
import { openingOf } from '#web/seo/page-description.ts';

export const siteUrl = 'https://www.agency.example';

/** Opening hours from Monday to Friday. */
const week = (opens: string, closes: string): Site['structuredHours'] => [
  {
    _key: 'week',
    _type: 'openingHours',
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens,
    closes,
  },
];

export const site: Site = {
  _id: 'siteSettings',
  _type: 'siteSettings',
  _updatedAt: '2026-01-01T00:00:00Z',
  agencyName: 'Agency',
  legalName: 'Agency Private Limited',
  gstin: null,
  pan: null,
  sac: null,
  udyam: null,
  udyamNote: null,
  bankAccount: null,
  logo: null,
  tagline: 'Smarter Growth. Accurate Results.',
  description: 'Marketing and tenders.',
  foundingYear: null,
  grievanceOfficer: null,
  complaintsUrl: null,
  email: 'hello@agency.example',
  phone: '+91 98765 43210',
  socialLinks: [
    { _key: 'x', _type: 'socialLink', platform: 'x', url: 'https://x.com/agency' },
    { _key: 'f', _type: 'socialLink', platform: 'facebook' },
  ],
  offices: [
    {
      _key: 'gurugram',
      _type: 'office',
      name: 'Gurugram',
      addressLines: ['Tower 1', 'Sector 44'],
      locality: 'Gurugram',
      region: 'Haryana',
      postalCode: '122001',
      country: 'India',
      countryCode: 'IN',
      location: { _type: 'geopoint', lat: 28.46, lng: 77.03 },
    },
    {
      _key: 'abu-dhabi',
      _type: 'office',
      name: 'Abu Dhabi',
      addressLines: ['Corniche'],
      locality: 'Abu Dhabi',
      region: 'Abu Dhabi',
      country: 'United Arab Emirates',
      countryCode: 'AE',
      location: { _type: 'geopoint', lat: 24.45, lng: 54.38 },
      phone: '+971 2 555 5555',
      hours: week('07:30', '16:30'),
    },
  ],
  structuredHours: week('09:00', '18:00'),
  homeLabel: 'Home',
  titleSuffix: 'Agency',
  whatsapp: '+91 98765 43210',
  enquiryCopies: null,
  whatsappGreeting: '',
  contactHours: [],
  figures: [],
  promises: null,
  claimPages: null,
  mainNavigation: [],
  mainAction: {
    _key: null,
    label: '',
    style: 'primary',
    service: null,
    link: { kind: 'phone', path: null, url: null, message: null, reference: null },
  },
  footerText: '',
  footerColumns: [],
  footerContactHeading: '',
  footerOfficesHeading: '',
  footerSocialHeading: '',
  relatedLinksLabel: '',
  notFoundLinks: null,
  copyright: '',
  credit: '',
  overlayText: '',
  skipLinkText: '',
  menuLabel: '',
  closeMenuLabel: '',
  navigationLabel: '',
  breadcrumbLabel: '',
  callLabel: '',
  chatLabel: '',
  lastUpdatedLabel: '',
  contentsLabel: '',
  authorLabel: '',
  relatedServicesLabel: '',
  relatedCitiesLabel: '',
  relatedReadingLabel: '',
  notFoundHeading: '',
  notFoundText: '',
  notFoundHint: null,
  notFoundAction: '',
  defaultSeo: {
    title: 'Marketing and tenders',
    description: 'What the site says in general.',
    keywords: ['marketing'],
    noIndex: null,
    image: null,
  },
};

export const hero: Extract<PageContent['sections'][number], { _type: 'hero' }> = {
  _key: 'hero',
  _type: 'hero',
  anchor: null,
  intro: null,
  eyebrow: null,
  heading: 'Found by buyers',
  text: 'What the opening says.',
  figures: null,
  art: 'none',
  paper: null,
  series: null,
  actions: null,
  picture: null,
  pictureCaption: null,
  pictureShape: null,
  street: null,
};

type Seo = PageContent['seo'];
export const emptySeo = { title: '', description: '', keywords: null, noIndex: null, image: null };

type PageOptions = {
  slug?: string;
  kind?: PageContent['kind'];
  seo?: Seo;
  sections?: PageContent['sections'];
};

export function page({
  slug = 'seo-sem',
  kind = 'service',
  seo = emptySeo,
  sections = [],
}: PageOptions = {}): ComposedPage {
  return {
    path: slug === 'home' ? '/' : `/${slug}`,
    content: {
      _id: `page-${slug}`,
      _type: 'page',
      modifiedAt: '2026-02-01T00:00:00Z',
      title: 'SEO',
      slug,
      kind,
      sections,
      reading: [],
      seo,
    },
    name: 'SEO',
    opening: openingOf(sections),
    sections,
    template: null,
    parents: [],
  };
}

export function city({
  seo = null,
  template = emptySeo,
}: {
  seo?: CityContent['seo'];
  template?: CityTemplate['seo'];
} = {}): ComposedPage {
  const shared: CityTemplate = {
    _id: 'cityPageTemplate',
    _type: 'cityPageTemplate',
    modifiedAt: '2026-03-01T00:00:00Z',
    sections: [],
    seo: template,
  };
  const sections = [{ ...hero, heading: 'Best SEO Services in Surat' }];
  return {
    path: '/seo-services-surat',
    content: {
      _id: 'city-surat',
      _type: 'cityPage',
      modifiedAt: '2026-02-01T00:00:00Z',
      name: 'Surat',
      slug: 'surat',
      state: 'Gujarat',
      lead: null,
      picture: null,
      location: { _type: 'geopoint', lat: 21.17, lng: 72.83 },
      facts: [],
      insight: [],
      nearby: null,
      parent: null,
      overrides: null,
      reading: [],
      template: shared,
      seo,
    },
    name: 'Surat',
    opening: openingOf(sections),
    sections,
    template: shared,
    parents: [{ name: 'SEO by city', path: '/seo-locations' }],
  };
}
