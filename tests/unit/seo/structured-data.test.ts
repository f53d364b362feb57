import { describe, expect, test } from 'vitest';
import type { JobContent, Site } from '#web/content/types.ts';
import { jobData } from '#web/documents/job-opening/structured-data.ts';
import { serializeJsonLd } from '#web/seo/json-ld.tsx';
import { pageGraph } from '#web/seo/structured-data/graph.ts';
import { isNode, type JsonNode } from '../../support/schema-org.ts';
import { city, hero, page, site, siteUrl } from './fixture.ts';

const graphOf = (...arguments_: Parameters<typeof pageGraph>): JsonNode[] => {
  const parsed: unknown = JSON.parse(serializeJsonLd(pageGraph(...arguments_)));
  const nodes = isNode(parsed) ? parsed['@graph'] : undefined;
  return Array.isArray(nodes) ? nodes.filter(isNode) : [];
};
const ofType = (nodes: JsonNode[], type: string) => nodes.filter((node) => node['@type'] === type);

const pages = {
  home: page({ slug: 'home', kind: 'standard', sections: [hero] }),
  about: page({ slug: 'about', kind: 'about' }),
  contact: page({ slug: 'contact', kind: 'contact' }),
  service: page({ slug: 'seo-sem', kind: 'service', sections: [hero] }),
  city: city(),
};

const findOffices = (change: Partial<Site> = {}) =>
  ofType(graphOf(pages.contact, { ...site, ...change }, siteUrl), 'ProfessionalService');
const findOrganization = (change: Partial<Site> = {}) =>
  ofType(graphOf(pages.home, { ...site, ...change }, siteUrl), 'Organization')[0];

describe('the graph of a page', () => {
  test.each([
    ['home', 'WebPage ProfessionalService ProfessionalService'],
    ['about', 'AboutPage BreadcrumbList ProfessionalService ProfessionalService'],
    ['contact', 'ContactPage BreadcrumbList ProfessionalService ProfessionalService'],
    ['service', 'WebPage BreadcrumbList Service'],
    ['city', 'WebPage BreadcrumbList ProfessionalService ProfessionalService Service'],
  ] as const)('%s has its types', (name, types) => {
    const found = graphOf(pages[name], site, siteUrl).map((node) => node['@type']);
    expect(found).toEqual(['Organization', 'WebSite', ...types.split(' ')]);
  });

  test('offices carry address, phone and the hours for search engines', () => {
    const [gurugram, abuDhabi] = findOffices();
    expect(gurugram).toMatchObject({
      telephone: '+91 98765 43210',
      address: { streetAddress: 'Tower 1, Sector 44', postalCode: '122001', addressCountry: 'IN' },
      areaServed: { '@type': 'Country', name: 'India' },
      openingHoursSpecification: [{ opens: '09:00', closes: '18:00', dayOfWeek: { length: 5 } }],
    });
    expect(abuDhabi).toMatchObject({ telephone: '+971 2 555 5555', address: { addressCountry: 'AE' } });
    expect(abuDhabi?.address).not.toHaveProperty('postalCode');
    expect(abuDhabi).toMatchObject({
      hasMap: expect.stringContaining('query=Corniche%2C%20Abu%20Dhabi%2C%20Abu%20Dhabi%2C%20United'),
      openingHoursSpecification: [
        { opens: '08:00', closes: '17:00' },
        { closes: '12:00', dayOfWeek: { length: 1 } },
      ],
    });
  });

  test('the number and hours of the site are those of the head office only', () => {
    const offices = site.offices.map(({ phone: _, hours: __, ...office }) => office);
    const [head, other] = findOffices({ offices });
    expect(head).toMatchObject({ telephone: site.phone, openingHoursSpecification: [{ opens: '09:00' }] });
    expect(other).not.toHaveProperty('telephone');
    expect(other).not.toHaveProperty('openingHoursSpecification');
  });

  test('leaves out an address that still has placeholders', () => {
    const addressLines = ['Building and floor', 'Sector 44'];
    const offices = site.offices.map((office) => ({ ...office, addressLines }));
    const [office] = findOffices({ offices });
    expect(office).toMatchObject({ address: { streetAddress: 'Sector 44' } });
  });

  test('an office has coordinates if they are filled in', () => {
    const [gurugram, abuDhabi] = site.offices;
    if (!gurugram || !abuDhabi) throw new Error('The fixture has two offices.');
    const offices = [gurugram, { ...abuDhabi, location: { _type: 'geopoint' as const, lat: 24.45 } }];
    const [first, second] = findOffices({ offices });
    expect(first).toMatchObject({ geo: { latitude: 28.46, longitude: 77.03 } });
    expect(second).not.toHaveProperty('geo');
  });

  test('a city page names the existing offices, not a local branch', () => {
    // An office is the same node on every page, so its area served must not differ.
    expect(ofType(graphOf(pages.city, site, siteUrl), 'ProfessionalService')).toEqual(findOffices());
    const [service] = ofType(graphOf(pages.city, site, siteUrl), 'Service');
    expect(service?.areaServed).toMatchObject({
      '@type': 'City',
      name: 'Surat',
      containedInPlace: { name: 'Gujarat' },
    });
  });

  test('leaves out profiles without a URL', () => {
    expect(findOrganization()?.sameAs).toEqual(['https://x.com/agency']);
    expect(findOrganization({ socialLinks: null })).not.toHaveProperty('sameAs');
  });
});

test('breadcrumbs lead from the home page, at position 1, to the page', () => {
  const [list] = ofType(graphOf(city(), site, siteUrl), 'BreadcrumbList');
  expect(list?.itemListElement).toMatchObject([
    { position: 1, item: `${siteUrl}/` },
    { position: 2, item: `${siteUrl}/seo-locations` },
    { position: 3, item: `${siteUrl}/seo-services-surat` },
  ]);
});

describe('a job opening', () => {
  const opening: JobContent = {
    ...{ _id: 'job-1', _type: 'jobOpening', modifiedAt: null, slug: 'writer', seo: null, isOpen: true },
    ...{ title: 'Writer', location: 'Gurugram', team: null, decision: null, jobType: 'Full-time' },
    ...{ experience: null, experienceMonths: null, summary: 'Texts & <b>tenders</b>', skills: null },
    ...{ salary: null, contact: null, description: [], parent: null, remote: false },
    ...{ datePosted: '2026-03-01', validThrough: '2026-03-31' },
    workplaces: [
      { _key: 'a', _type: 'workplace', locality: 'Gurugram', region: 'Haryana', countryCode: 'IN' },
    ],
  };
  const postings = (change: Partial<JobContent> = {}) =>
    jobData({ ...opening, ...change }, { page: page({ slug: 'writer' }), site, siteUrl }).nodes ?? [];

  test('is listed until its last second in India, without markup in its texts', () => {
    expect(postings()).toMatchObject([
      {
        '@type': 'JobPosting',
        validThrough: '2026-03-31T23:59:59+05:30',
        description: '<p>Texts &amp; &lt;b&gt;tenders&lt;/b&gt;</p>',
      },
    ]);
  });

  test.each([
    ['is closed', { isOpen: false }, 0],
    ['has no workplace', { workplaces: [] }, 0],
    ['is remote', { workplaces: null, remote: true }, 1],
  ])('that %s: %j has %i postings', (_what, change, count) => {
    expect(postings(change)).toHaveLength(count);
  });
});

test('no text can close the element or be parsed as markup', () => {
  const text = '</script><script>alert(1)</script><!-- & \u2028\u2029 "quoted"';
  const written = serializeJsonLd(pageGraph(pages.home, { ...site, agencyName: text }, siteUrl));
  expect(written).not.toMatch(/[<>&\u2028\u2029]/);
  expect(findOrganization({ agencyName: text })?.name).toBe(text);
});
