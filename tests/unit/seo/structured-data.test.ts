import { describe, expect, test } from 'vitest';
import { serializeJsonLd } from '#web/seo/json-ld.tsx';
import { pageGraph } from '#web/seo/structured-data/graph.ts';
import {
  idsOf,
  isNode,
  type JsonNode,
  missingForGoogle,
  vocabularyProblems,
} from '../../support/schema-org.ts';
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

describe('the graph of a page', () => {
  test.each(Object.entries(pages))(
    '%s: vocabulary, required properties, and references that exist',
    (_, shown) => {
      const nodes = graphOf(shown, site, siteUrl);
      expect(nodes.flatMap((node) => vocabularyProblems(node))).toEqual([]);
      expect(nodes.flatMap((node) => missingForGoogle(node))).toEqual([]);
      const { defined, referred } = idsOf(nodes);
      expect(new Set(defined).size).toBe(defined.length);
      const elsewhere = /#office-/;
      expect(referred.filter((id) => !defined.includes(id) && !elsewhere.test(id))).toEqual([]);
    },
  );

  test.each([
    ['home', ['Organization', 'WebSite', 'WebPage', 'ProfessionalService', 'ProfessionalService']],
    [
      'about',
      [
        'Organization',
        'WebSite',
        'AboutPage',
        'BreadcrumbList',
        'ProfessionalService',
        'ProfessionalService',
      ],
    ],
    [
      'contact',
      [
        'Organization',
        'WebSite',
        'ContactPage',
        'BreadcrumbList',
        'ProfessionalService',
        'ProfessionalService',
      ],
    ],
    ['service', ['Organization', 'WebSite', 'WebPage', 'BreadcrumbList', 'Service']],
    [
      'city',
      [
        'Organization',
        'WebSite',
        'WebPage',
        'BreadcrumbList',
        'ProfessionalService',
        'ProfessionalService',
        'Service',
      ],
    ],
  ] as const)('%s has its types', (name, types) => {
    expect(graphOf(pages[name], site, siteUrl).map((node) => node['@type'])).toEqual(types);
  });

  test('offices carry address, phone and the hours for search engines', () => {
    const [gurugram, abuDhabi] = ofType(graphOf(pages.contact, site, siteUrl), 'ProfessionalService');
    expect(gurugram).toMatchObject({
      telephone: '+91 98765 43210',
      address: { streetAddress: 'Tower 1, Sector 44', postalCode: '122001', addressCountry: 'IN' },
      openingHoursSpecification: [{ opens: '09:00', closes: '18:00', dayOfWeek: { length: 5 } }],
    });
    expect(abuDhabi).toMatchObject({ telephone: '+971 2 555 5555', address: { addressCountry: 'AE' } });
    expect(abuDhabi?.address).not.toHaveProperty('postalCode');
    expect(abuDhabi).toMatchObject({
      hasMap: expect.stringContaining('query=Corniche%2C%20Abu%20Dhabi%2C%20Abu%20Dhabi%2C%20United'),
      openingHoursSpecification: [{ opens: '07:30', closes: '16:30' }],
    });
  });

  test('the number and hours of the site are those of the head office only', () => {
    const offices = site.offices.map(({ phone: _, hours: __, ...office }) => office);
    const [head, other] = ofType(
      graphOf(pages.contact, { ...site, offices }, siteUrl),
      'ProfessionalService',
    );
    expect(head).toMatchObject({ telephone: site.phone, openingHoursSpecification: [{ opens: '09:00' }] });
    expect(other).not.toHaveProperty('telephone');
    expect(other).not.toHaveProperty('openingHoursSpecification');
  });

  test('leaves out an address that still has placeholders', () => {
    const offices = site.offices.map((office) => ({
      ...office,
      addressLines: ['Building and floor', 'Sector 44'],
    }));
    const [office] = ofType(graphOf(pages.contact, { ...site, offices }, siteUrl), 'ProfessionalService');
    expect(office).toMatchObject({ address: { streetAddress: 'Sector 44' } });
  });

  test('an office has coordinates if they are filled in', () => {
    const [gurugram, abuDhabi] = site.offices;
    if (!gurugram || !abuDhabi) throw new Error('The fixture has two offices.');
    const offices = [gurugram, { ...abuDhabi, location: { _type: 'geopoint' as const, lat: 24.45 } }];
    const [first, second] = ofType(
      graphOf(pages.contact, { ...site, offices }, siteUrl),
      'ProfessionalService',
    );
    expect(first).toMatchObject({ geo: { latitude: 28.46, longitude: 77.03 } });
    expect(second).not.toHaveProperty('geo');
  });

  test('a city page names the existing offices, not a local branch', () => {
    const offices = (shown: keyof typeof pages) =>
      ofType(graphOf(pages[shown], site, siteUrl), 'ProfessionalService');
    // An office is the same node on every page, so its area served must not differ.
    expect(offices('city')).toEqual(offices('contact'));
    const [service] = ofType(graphOf(pages.city, site, siteUrl), 'Service');
    expect(service?.areaServed).toMatchObject({
      '@type': 'City',
      name: 'Surat',
      containedInPlace: { name: 'Gujarat' },
    });
  });

  test('the logo is at least 112 pixels wide, as Google requires', () => {
    const [organization] = ofType(graphOf(pages.home, site, siteUrl), 'Organization');
    expect(organization?.logo).toBe(`${siteUrl}/apple-touch-icon.png`);
  });

  test('leaves out profiles without a URL', () => {
    const [organization] = ofType(graphOf(pages.home, site, siteUrl), 'Organization');
    expect(organization?.sameAs).toEqual(['https://x.com/agency']);
    const [without] = ofType(graphOf(pages.home, { ...site, socialLinks: null }, siteUrl), 'Organization');
    expect(without).not.toHaveProperty('sameAs');
  });
});

describe('serializing', () => {
  test('no text can close the element or be parsed as markup', () => {
    const text = '</script><script>alert(1)</script><!-- & \u2028\u2029 "quoted"';
    const written = serializeJsonLd(pageGraph(pages.home, { ...site, agencyName: text }, siteUrl));
    expect(written).not.toMatch(/[<>&\u2028\u2029]/);
    const [organization] = graphOf(pages.home, { ...site, agencyName: text }, siteUrl);
    expect(organization?.name).toBe(text);
  });

  test('leaves out empty keys at any depth', () => {
    const written = serializeJsonLd({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Organization',
          name: 'Agency',
          legalName: ' ',
          sameAs: [],
          address: { '@type': 'PostalAddress', streetAddress: '' },
        },
      ],
    });
    expect(JSON.parse(written)['@graph']).toEqual([{ '@type': 'Organization', name: 'Agency' }]);
  });
});

describe('the vocabulary check', () => {
  test.each([
    [{ '@type': 'Organisation' }, 'is not a type'],
    [{ '@type': 'Organization', nmae: 'x' }, 'has no property nmae'],
    [{ '@type': 'Organization', name: '' }, 'is empty'],
    [{ '@type': 'Organization', address: { '@type': 'Person', name: 'x' } }, 'may not be a Person'],
  ])('finds %o', (node, problem) => {
    expect(vocabularyProblems(node).join()).toContain(problem);
  });

  test('finds missing properties that Google requires in nested nodes', () => {
    const node = { '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: 'Why?' }] };
    expect(missingForGoogle(node)).toEqual(['FAQPage.mainEntity needs acceptedAnswer']);
  });
});
