import { describe, expect, it } from 'vitest';
import { ask, documentById, documents, pathOf, pathsFrom, textsOf } from './seed.ts';

const cities = {
  'Delhi NCR': ['Delhi'],
  Maharashtra: ['Mumbai', 'Nagpur', 'Pune'],
  Karnataka: ['Bangalore'],
  'Tamil Nadu': ['Chennai', 'Coimbatore'],
  'West Bengal': ['Kolkata'],
  Telangana: ['Hyderabad'],
  Gujarat: ['Ahmedabad', 'Surat', 'Vadodara'],
  Rajasthan: ['Jaipur'],
  'Uttar Pradesh': ['Ghaziabad', 'Lucknow', 'Noida'],
  Bihar: ['Patna'],
  'Punjab/Haryana': ['Chandigarh'],
  'Madhya Pradesh': ['Bhopal', 'Indore'],
  'Andhra Pradesh': ['Visakhapatnam'],
  Kerala: ['Kochi'],
  Haryana: ['Gurgaon'],
  Jharkhand: ['Ranchi'],
  Chhattisgarh: ['Raipur'],
};

describe('routes', () => {
  it.each([
    '/',
    '/about',
    '/digital-marketing',
    '/seo-sem',
    '/social-media-marketing',
    '/tender-services',
    '/careers',
    '/contact',
    '/pay-online',
    '/terms-conditions',
    '/refund-policy',
    '/privacy-policy',
    '/seo-locations',
    ...Object.values(cities)
      .flat()
      .map((city) => `/seo-services-${city.toLowerCase()}`),
  ])('%s has a document', (path) => {
    expect(documents.filter((document) => pathOf(document) === path)).toHaveLength(1);
  });

  it('groups 25 cities by state as the specification does', async () => {
    const found = await ask('*[_type == "cityPage"] | order(name) {name, state}');
    const expected = Object.entries(cities).flatMap(([state, names]) =>
      names.map((name) => ({ name, state })),
    );
    expect(found).toEqual(expected.sort((a, b) => (a.name < b.name ? -1 : 1)));
    expect(expected).toHaveLength(25);
  });

  it('leads from the other name of Gurgaon to its page', async () => {
    expect(await ask('*[_type == "redirect"]{from, to, permanent}')).toEqual([
      { from: '/seo-services-gurugram', to: '/seo-services-gurgaon', permanent: true },
    ]);
  });
});

/** What each page holds: a query into its sections and the number it must give. */
const counts: [page: string, what: string, query: string, count: number][] = [
  ['home', 'stat tiles', '[_type == "hero"].figures[]', 4],
  ['home', 'service cards', '[_type == "serviceCards"].cards[]', 6],
  ['home', 'featured cards', '[_type == "featureCards"].cards[]', 3],
  ['home', 'text blocks: tenders, branding, content', '[_type == "textBlock"]', 3],
  ['home', 'rows of figures', '[_type == "figures"]', 1],
  ['home', 'testimonials', '[_type == "testimonials"].testimonials[]', 3],
  ['home', 'industries', '[_type == "iconTiles"].tiles[]', 12],
  ['about', 'story', '[_type == "textBlock"]', 1],
  ['about', 'values', '[_type == "featureCards" && eyebrow == "Values"].cards[]', 4],
  ['about', 'statistics', '[_type == "figures"].figures[]', 6],
  ['about', 'areas of expertise', '[_type == "featureCards" && eyebrow == "Expertise"].cards[]', 4],
  ['about', 'steps', '[_type == "process"].steps[]', 4],
  ['about', 'service highlights', '[_type == "serviceCards"].cards[]', 3],
  ['about', 'lists of reasons', '[_type == "checklist"]', 1],
  ['digital-marketing', 'service cards', '[_type == "serviceCards" && showFeatures].cards[]', 6],
  ['digital-marketing', 'success stories', '[_type == "successStories"].stories[]', 3],
  ['digital-marketing', 'picture tiles', '[_type == "imageTiles"].tiles[]', 4],
  ['digital-marketing', 'reasons', '[_type == "checklist"].points[]', 6],
  ['digital-marketing', 'industries', '[_type == "iconTiles"].tiles[]', 8],
  ['seo-sem', 'service cards', '[_type == "serviceCards"].cards[]', 6],
  ['seo-sem', 'lists of benefits', '[_type == "checklist"]', 1],
  ['seo-sem', 'steps', '[_type == "process"].steps[]', 4],
  ['seo-sem', 'cities', '[_type == "cityLinks"].cities[]', 9],
  ['social-media-marketing', 'service cards', '[_type == "serviceCards"].cards[]', 6],
  ['social-media-marketing', 'platforms', '[_type == "platforms"].cards[]', 4],
  ['social-media-marketing', 'questions', '[_type == "faq"].items[]', 1],
  ['tender-services', 'services', '[_type == "serviceCards"].cards[]', 6],
  ['tender-services', 'categories', '[_type == "featureCards"].cards[]', 3],
  ['tender-services', 'states', '[_type == "regions"].regions[]', 5],
  ['tender-services', 'steps', '[_type == "process"].steps[]', 6],
  ['tender-services', 'lists of reasons', '[_type == "checklist"]', 1],
  ['tender-services', 'sectors', '[_type == "iconTiles"].tiles[]', 12],
  ['tender-services', 'track records', '[_type == "figures"]', 1],
  ['tender-services', 'groups of documents', '[_type == "checklistGroups"].groups[]', 4],
  ['tender-services', 'questions', '[_type == "faq"].items[]', 4],
  ['careers', 'benefits', '[_type == "featureCards"].cards[]', 6],
  ['careers', 'lists of openings', '[_type == "jobOpenings" && anchor == "openings"]', 1],
  ['careers', 'figures of the culture section', '[_type == "textBlock"].figures[]', 3],
  ['contact', 'enquiry forms', '[_type == "enquiryForm"]', 1],
  ['contact', 'services to choose from', '[_type == "enquiryForm"].services[]', 8],
  ['contact', 'contact details', '[_type == "contactDetails"]', 1],
  ['contact', 'global presence', '[_type == "globalPresence"]', 1],
  ['pay-online', 'badges', '[_type == "paymentForm"].badges[]', 2],
  ['pay-online', 'methods', '[_type == "paymentForm"].methods[]', 4],
  ['seo-locations', 'lists of all cities', '[_type == "cityLinks" && mode == "all"]', 1],
];

describe('counts', () => {
  it.each(counts)('%s: %s', async (page, _what, query, count) => {
    expect(
      await ask(`count(*[_type == "page" && slug.current == $page][0].sections${query})`, { page }),
    ).toBe(count);
  });

  it.each([
    ['figures', '[_type == "hero"].figures[]', 3],
    ['service cards', '[_type == "serviceCards"].cards[]', 3],
    ['benefits', '[_type == "checklist"].points[]', 6],
    ['places for the insight', '[_type == "cityInsight"]', 1],
  ])('city pages: %s', async (_what, query, count) => {
    expect(await ask(`count(*[_type == "cityPageTemplate"][0].sections${query})`)).toBe(count);
  });

  it.each([
    ['terms-conditions', '2025-10', 12],
    ['refund-policy', '2025-10', 8],
    ['privacy-policy', '2025-01', 11],
  ])('%s, last updated %s, has %i clauses', async (slug, month, clauses) => {
    const policy = await ask(
      '*[_type == "policy" && slug.current == $slug][0]{lastUpdated, "clauses": count(sections)}',
      { slug },
    );
    expect(policy).toEqual({ lastUpdated: expect.stringMatching(`^${month}-`), clauses });
  });

  it('offers five openings', async () => {
    expect(
      await ask('*[_type == "jobOpening"] | order(order) {title, location, jobType, experience}'),
    ).toEqual([
      { title: 'Senior SEO Manager', location: 'Gurugram', jobType: 'Full-time', experience: '5+ years' },
      { title: 'Social Media Manager', location: 'Gurugram', jobType: 'Full-time', experience: '3+ years' },
      { title: 'Content Writer', location: 'Delhi or Remote', jobType: 'Full-time', experience: '1+ year' },
      { title: 'Graphic Designer', location: 'Gurugram', jobType: 'Full-time', experience: null },
      { title: 'Digital Marketing Intern', location: 'Gurugram', jobType: 'Internship', experience: null },
    ]);
  });
});

describe('links', () => {
  const cityPaths = (...slugs: string[]) => slugs.map((slug) => `/seo-services-${slug}`);
  it.each([
    [
      'page-home',
      [
        ...['/digital-marketing', '/seo-sem', '/social-media-marketing', '/tender-services', '/contact'],
        ...['/seo-locations', ...cityPaths('delhi', 'mumbai', 'bangalore')],
      ],
    ],
    ['page-digital-marketing', ['/contact']],
    [
      'page-seo-sem',
      [
        ...['/seo-locations', '/contact'],
        ...cityPaths(
          'delhi',
          'mumbai',
          'bangalore',
          'pune',
          'hyderabad',
          'chennai',
          'gurgaon',
          'noida',
          'patna',
        ),
      ],
    ],
    ['page-social-media-marketing', ['/contact']],
    ['page-tender-services', ['/contact']],
    ['page-careers', ['#openings', '/contact']],
    ['page-pay-online', ['/terms-conditions', '/refund-policy']],
    ['page-seo-locations', ['/contact']],
    ['cityPageTemplate', ['/contact']],
    [
      'siteSettings',
      [
        ...['/', '/about', '/digital-marketing', '/tender-services', '/contact', '/seo-sem'],
        ...['/social-media-marketing', '/seo-locations', '/careers', '/pay-online'],
        ...['/terms-conditions', '/refund-policy', '/privacy-policy'],
      ],
    ],
  ])('%s leads where the specification says', (id, expected) => {
    expect([...pathsFrom(documentById(id))]).toEqual(expect.arrayContaining(expected));
  });
});

/** Texts that the specification quotes, and figures of section 9 that are written where they stand. */
const quotes: [id: string, texts: string[]][] = [
  ['page-home', ['Get Free AI Strategy', 'Explore Services']],
  ['page-social-media-marketing', ['Get Free Social Media Strategy', 'Platforms We Master']],
  [
    'page-social-media-marketing',
    ['Why Choose Our Social Media Marketing Services?', 'Start Your Social Campaign'],
  ],
  [
    'page-social-media-marketing',
    ['Instagram', '500M+', 'Facebook', '400M+', 'LinkedIn', '100M+', 'X', '50M+'],
  ],
  ['page-careers', ['Career Growth', 'Learning & Development', 'Collaborative Culture', 'Work-Life Balance']],
  ['page-careers', ['Modern Workspace', 'Exciting Projects', 'Current Openings', 'Apply Now', 'Apply Today']],
  ['page-careers', ['Send Us Your Resume']],
  ['page-seo-locations', ['Get Free SEO Consultation', 'SEO in {city}']],
  ['page-seo-sem', ['Gurugram']],
  [
    'page-pay-online',
    ['Pay Online', '256-bit SSL Encrypted', 'PCI DSS Compliant', 'Customer Name', 'Mobile Number'],
  ],
  ['page-pay-online', ['Bill Number', 'Proceed to Payment', 'Processing...', 'Credit/Debit Cards', 'UPI']],
  ['page-pay-online', ['Net Banking', 'Wallets']],
  ['page-contact', ['Digital Marketing', 'SEO & SEM', 'Social Media Marketing', 'Branding & Design']],
  ['page-contact', ['Tender Services', 'Government Tenders', 'Gulf Country Tenders', 'Other']],
  ['cityPageTemplate', ['Best SEO Services in {city}', 'Get Free SEO Audit', 'Get Free Consultation']],
  [
    'siteSettings',
    ['Smarter Growth. Accurate Results.', 'Powered by INDIA ON PLATTER', 'Get Started', '404'],
  ],
  ['siteSettings', ['Preparing your experience...', 'Oops! Page not found', 'Gurugram', 'Abu Dhabi']],
  ['siteSettings', ['Mon-Fri', '9 AM-6 PM', 'Sat', '10 AM-4 PM', '09:00', '18:00']],
  [
    'policy-refund-policy',
    ['Full refund, minus a 5% processing fee', '70% of the advance', '40% of the advance'],
  ],
  ['policy-refund-policy', ['5-7 business days', 'Within 2 business days', '7-10 business days']],
  ['policy-refund-policy', ['Refundable if the tender is not awarded']],
];

describe('texts', () => {
  it.each(quotes)('%s has %j', (id, expected) => {
    expect(textsOf(documentById(id))).toEqual(expect.arrayContaining(expected));
  });

  it('puts the choices of service in order, digital marketing first', async () => {
    expect(
      await ask('*[_id == "page-contact"][0].sections[_type == "enquiryForm"][0].services[].value'),
    ).toEqual(
      'digital-marketing seo social-media branding tender-services government-tenders gulf-tenders other'.split(
        ' ',
      ),
    );
  });

  it('states the terms of subscriptions and the office hours in the refund policy', () => {
    const text = textsOf(documentById('policy-refund-policy')).join(' ');
    expect(text).toContain('15 days’ written notice');
    expect(text).toContain('Monday-Saturday 9:00-18:00 IST');
  });

  it('writes each business figure once', async () => {
    const figures = await ask('*[_type == "siteSettings"][0].figures[]{key, value}');
    expect(figures).toEqual(
      Object.entries({
        years: '27+',
        businesses: '750+',
        roi: '350%',
        ai: 'AI-powered',
        campaigns: '500+',
        retention: '95%',
        tendersWon: '500+',
        tenderSuccess: '85%',
        activeClients: '200+',
        globalBrands: '10+',
        rating: '4.9/5',
        citiesServed: '25+',
        responseTime: '2-hour',
        trafficGrowth: '300%+',
        locations: '100+',
        reach: '10M+',
        outlets: '750+',
        specialists: '50+',
        launchTime: '48 hours',
        seoResults: '3-6 months',
        documentationTime: '5-10 days',
        evaluationTime: '2-8 weeks',
        awardTime: '2-6 months',
      }).map(([key, value]) => ({ key, value })),
    );
    const elsewhere = documents
      .filter(({ _type }) => !['siteSettings', 'policy'].includes(_type))
      .flatMap(textsOf);
    const copied = elsewhere.filter((text) =>
      /\b(?:27\+|750\+|350%|4\.9\/5|48 hours|3-6 months|2-6 months)/.test(text),
    );
    expect(copied).toEqual([]);
  });
});
