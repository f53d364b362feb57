import { expect, test } from 'vitest';
import { documentById, documents, pathsFrom, querySeed, textsOf } from './seed.ts';

test.each([
  ['page-home', '/digital-marketing /seo-sem /social-media-marketing /tender-services /contact'],
  ['page-home', '/seo-locations /seo-services-delhi /seo-services-mumbai /seo-services-bangalore'],
  ['page-digital-marketing', '/contact'],
  ['page-seo-sem', '/seo-locations /contact /seo-services-delhi /seo-services-mumbai /seo-services-patna'],
  ['page-seo-sem', '/seo-services-bangalore /seo-services-pune /seo-services-hyderabad'],
  ['page-seo-sem', '/seo-services-chennai /seo-services-gurgaon /seo-services-noida'],
  ['page-tender-services', '/contact'],
  ['page-careers', '#openings /contact'],
  ['page-pay-online', '/terms-conditions /refund-policy'],
  ['siteSettings', '/ /about /digital-marketing /tender-services /contact /seo-sem'],
  ['siteSettings', '/social-media-marketing /seo-locations /careers /pay-online'],
  ['siteSettings', '/terms-conditions /refund-policy /privacy-policy'],
])('%s leads to %s, as the specification says', (id, paths) => {
  expect([...pathsFrom(documentById(id))]).toEqual(expect.arrayContaining(paths.split(' ')));
});

/** Buttons that the specification names, with the document and section that contain them, and where they lead. */
const buttons: [id: string, section: string, ...expected: [label: string, target: string][]][] = [
  [
    'page-home',
    'hero',
    ['Get Free AI Strategy', 'page-contact'],
    ['Explore Services', 'page-digital-marketing'],
  ],
  ['page-social-media-marketing', 'hero', ['Get Free Social Media Strategy', 'page-contact']],
  ['page-social-media-marketing', 'callToAction', ['Start Your Social Campaign', 'page-contact']],
  ['page-careers', 'hero', ['See current openings', '#openings']],
  ['page-careers', 'callToAction', ['Apply Today', 'page-contact']],
  ['page-seo-locations', 'callToAction', ['Get Free SEO Consultation', 'page-contact']],
  ['cityPageTemplate', 'hero', ['Get Free SEO Audit', 'page-contact'], ['Call {phone}', 'phone']],
  [
    'cityPageTemplate',
    'callToAction',
    ['Get Free Consultation', 'page-contact'],
    ['Chat on WhatsApp', 'whatsapp'],
  ],
];

const target = '"target": coalesce(link.reference._ref, link.path, link.kind)';
test.each(buttons)('%s: %s', async (id, section, ...expected) => {
  const actions = `*[_id == $id][0].sections[_type == $section][0].actions[]{label, ${target}}`;
  const found = await querySeed(actions, { id, section });
  expect(found).toEqual(expected.map(([label, target]) => ({ label, target })));
});

test('careers: each opening, and people whose role is not listed', async () => {
  const section = '*[_id == "page-careers"][0].sections[_type == "jobOpenings"][0]';
  const actions = `${section}{"apply": applyAction{label, ${target}}, "other": otherAction{label, ${target}}}`;
  expect(await querySeed(actions)).toEqual({
    apply: { label: 'Apply Now', target: 'page-contact' },
    other: { label: 'Send Us Your Resume', target: 'page-contact' },
  });
});

/** Texts that the specification quotes, and figures of section 9 that are written where they stand. */
const quotes: [id: string, texts: string[]][] = [
  ['page-social-media-marketing', ['Platforms We Master', 'Why Choose Our Social Media Marketing Services?']],
  [
    'page-social-media-marketing',
    ['Instagram', '500M+', 'Facebook', '400M+', 'LinkedIn', '100M+', 'X', '50M+'],
  ],
  ['page-careers', ['Career Growth', 'Learning & Development', 'Collaborative Culture', 'Work-Life Balance']],
  ['page-careers', ['Modern Workspace', 'Exciting Projects', 'Current Openings']],
  ['page-seo-locations', ['SEO in {city}']],
  ['page-seo-sem', ['Gurugram']],
  [
    'page-pay-online',
    ['Pay Online', '256-bit SSL Encrypted', 'PCI DSS Compliant', 'Customer Name', 'Mobile Number'],
  ],
  ['page-pay-online', ['Bill Number', 'Proceed to Payment', 'Processing...', 'Credit/Debit Cards', 'UPI']],
  ['page-pay-online', ['Net Banking', 'Wallets']],
  ['page-contact', ['Digital Marketing', 'SEO & SEM', 'Social Media Marketing', 'Branding & Design']],
  ['page-contact', ['Tender Services', 'Government Tenders', 'Gulf Country Tenders', 'Other']],
  ['cityPageTemplate', ['Best SEO Services in {city}']],
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

test.each(quotes)('%s has %j', (id, expected) => {
  expect(textsOf(documentById(id))).toEqual(expect.arrayContaining(expected));
});

test('puts the choices of service in order, digital marketing first', async () => {
  const services = '*[_id == "page-contact"][0].sections[_type == "enquiryForm"][0].services[].value';
  expect(await querySeed(services)).toEqual([
    ...['digital-marketing', 'seo', 'social-media', 'branding', 'tender-services'],
    ...['government-tenders', 'gulf-tenders', 'other'],
  ]);
});

test('states the terms of subscriptions and the office hours in the refund policy', () => {
  const text = textsOf(documentById('policy-refund-policy')).join(' ');
  expect(text).toContain('15 days’ written notice');
  expect(text).toContain('Monday-Saturday 9:00-18:00 IST');
});

test('writes each business figure once', async () => {
  const figures = await querySeed('*[_type == "siteSettings"][0].figures[]{key, value}');
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
