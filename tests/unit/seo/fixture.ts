import { type PageType, pageTypes } from '#schemas/paths.ts';
import { siteQuery } from '#web/content/queries.ts';
import type { ContentAtPathQueryResult } from '#web/content/types.generated.ts';
import type { CityContent, CityTemplate, ComposedPage, PageContent, Site } from '#web/content/types.ts';
import { contentAtPathQuery } from '#web/documents/index.ts';
import { findOpening } from '#web/seo/page-description.ts';
import { querySeed } from '../studio/seed.ts';

export const siteUrl = 'https://www.agency.example';

/** The site of the seed. */
export const seededSite: Site = JSON.parse(JSON.stringify(await querySeed(siteQuery)));

/** Returns the content of a page of the seed, as the site queries it. */
export async function contentAt(type: PageType, slug: string): Promise<ContentAtPathQueryResult> {
  const slugs = pageTypes.map((one): [string, string] => [one, one === type ? slug : '']);
  return JSON.parse(JSON.stringify(await querySeed(contentAtPathQuery, Object.fromEntries(slugs))));
}

const offices: Partial<Site['offices'][number]>[] = [
  {
    ...{ addressLines: ['Tower 1', 'Sector 44'], postalCode: '122001' },
    location: { _type: 'geopoint', lat: 28.46, lng: 77.03 },
  },
  {
    ...{ addressLines: ['Corniche'], phone: '+971 2 555 5555' },
    location: { _type: 'geopoint', lat: 24.45, lng: 54.38 },
  },
];

/** The site of the seed, with values that the tests name. */
export const site: Site = {
  ...seededSite,
  agencyName: 'Agency',
  titleSuffix: 'Agency',
  logo: null,
  email: 'hello@agency.example',
  phone: '+91 98765 43210',
  socialLinks: [
    { _key: 'x', _type: 'socialLink', platform: 'x', url: 'https://x.com/agency' },
    { _key: 'f', _type: 'socialLink', platform: 'facebook' },
  ],
  offices: seededSite.offices.map((office, index) => ({ ...office, ...offices[index] })),
  structuredHours: [
    {
      ...{ _key: 'week', _type: 'openingHours', opens: '09:00', closes: '18:00' },
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    },
  ],
  defaultSeo: {
    title: 'Marketing and tenders',
    description: 'What the site says in general.',
    keywords: ['marketing'],
    noIndex: null,
    image: null,
  },
};

function required<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new Error('The seed lacks a page.');
  return found;
}
const seededPage = required((await contentAt('page', 'seo-sem')).page);
const seededCity = required((await contentAt('cityPage', 'surat')).cityPage);
const seededHero = required(seededPage.sections.find((section) => section._type === 'hero'));

export const hero: Extract<PageContent['sections'][number], { _type: 'hero' }> = {
  ...seededHero,
  ...{ heading: 'Found by buyers', text: 'What the opening says.' },
  ...{ pictureCaption: null, pictureShape: null },
};

/** A picture of 2,000 x 1,500 pixels. */
export const picture = (extension: string): NonNullable<typeof hero.picture> => ({
  ...{ alt: 'Two people check a tender at a desk', credit: null, crop: null, hotspot: null },
  asset: {
    _id: `image-${'0123456789abcdef'.repeat(2)}01234567-2000x1500-${extension}`,
    ...{ url: `https://images.example/1.${extension}`, extension, width: 2000, height: 1500, colour: null },
  },
});

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
    content: { ...seededPage, title: 'SEO', slug, kind, sections, seo },
    name: 'SEO',
    opening: findOpening(sections),
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
  const shared: CityTemplate = { ...required(seededCity.template), sections: [], seo: template };
  const sections = [{ ...hero, heading: 'Best SEO Services in Surat' }];
  return {
    path: '/seo-services-surat',
    content: { ...seededCity, template: shared, seo },
    name: 'Surat',
    opening: findOpening(sections),
    sections,
    template: shared,
    parents: [{ name: 'SEO by city', path: '/seo-locations' }],
  };
}
