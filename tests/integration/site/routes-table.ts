import type { SectionType } from '#web/content/types.ts';
import type { NamedPath } from '../../support/routes.ts';

/** A row of the specification's table of routes. */
export type RouteRow = {
  path: NamedPath;
  /** Type of the page's own node in its structured data. */
  type: 'WebPage' | 'AboutPage' | 'ContactPage' | 'CollectionPage';
  /** Other types in its structured data. */
  data?: string[];
  /** Number of items in its sections, in order. `null` if the specification gives no number. */
  counts: [SectionType, number | null][];
  /** Texts on the page. */
  texts: string[];
  /** Link texts with their targets. An empty text stands for any link to the target. */
  links: [string, string][];
};

const everywhere: [string, string][] = [
  ['', '/contact'],
  ['', '/digital-marketing'],
];

export const routes: RouteRow[] = [
  {
    path: '/',
    type: 'WebPage',
    data: ['ProfessionalService'],
    counts: [
      ['hero', 4],
      ['serviceCards', 6],
      ['featureCards', 3],
      ['testimonials', 3],
      ['iconTiles', 12],
      ['callToAction', null],
    ],
    texts: ['27+', '750+', '350%', 'AI-powered'],
    links: [
      ['Get Free AI Strategy', '/contact'],
      ['Explore Services', '/digital-marketing'],
      ['', '/seo-sem'],
      ['', '/social-media-marketing'],
      ['', '/tender-services'],
      ['', '/seo-locations'],
      ['', '/seo-services-delhi'],
      ['', '/seo-services-mumbai'],
      ['', '/seo-services-bangalore'],
    ],
  },
  {
    path: '/about',
    type: 'AboutPage',
    data: ['ProfessionalService'],
    counts: [
      ['featureCards', 4],
      ['figures', 6],
      ['featureCards', 4],
      ['process', 4],
      ['serviceCards', 3],
      ['checklist', null],
    ],
    texts: [],
    links: everywhere,
  },
  {
    path: '/digital-marketing',
    type: 'WebPage',
    data: ['Service'],
    counts: [
      ['serviceCards', 6],
      ['successStories', 3],
      ['imageTiles', null],
      ['checklist', 6],
      ['iconTiles', 8],
      ['callToAction', null],
    ],
    texts: [],
    links: everywhere,
  },
  {
    path: '/seo-sem',
    type: 'WebPage',
    data: ['Service'],
    counts: [
      ['serviceCards', 6],
      ['checklist', null],
      ['process', 4],
      ['cityLinks', 9],
      ['callToAction', null],
    ],
    texts: ['Gurugram'],
    links: [
      ['', '/seo-locations'],
      ['', '/contact'],
      ...['delhi', 'mumbai', 'bangalore', 'pune', 'hyderabad', 'chennai', 'noida', 'patna'].map(
        (city): [string, string] => ['', `/seo-services-${city}`],
      ),
      ['SEO in Gurugram', '/seo-services-gurgaon'],
    ],
  },
  {
    path: '/social-media-marketing',
    type: 'WebPage',
    data: ['Service', 'FAQPage'],
    counts: [
      ['serviceCards', 6],
      ['platforms', 4],
      ['checklist', null],
      ['faq', 1],
      ['callToAction', null],
    ],
    texts: [
      'Platforms We Master',
      'Why Choose Our Social Media Marketing Services?',
      'Instagram',
      '500M+',
      'Facebook',
      '400M+',
      'LinkedIn',
      '100M+',
      '50M+',
    ],
    links: [
      ['Get Free Social Media Strategy', '/contact'],
      ['Start Your Social Campaign', '/contact'],
    ],
  },
  {
    path: '/tender-services',
    type: 'WebPage',
    data: ['Service', 'FAQPage'],
    counts: [
      ['serviceCards', 6],
      ['featureCards', 3],
      ['regions', 5],
      ['process', 6],
      ['checklist', null],
      ['iconTiles', 12],
      ['figures', null],
      ['checklistGroups', 4],
      ['faq', 4],
      ['callToAction', null],
    ],
    texts: ['500+', '85%', '5-10 days', '2-8 weeks', '2-6 months'],
    links: [['', '/contact']],
  },
  {
    path: '/careers',
    type: 'WebPage',
    counts: [
      ['featureCards', 6],
      ['jobOpenings', 5],
      ['textBlock', 3],
    ],
    texts: [
      'Career Growth',
      'Learning & Development',
      'Collaborative Culture',
      'Work-Life Balance',
      'Modern Workspace',
      'Exciting Projects',
      'Current Openings',
      'Senior SEO Manager',
      '5+ years',
      'Social Media Manager',
      '3+ years',
      'Content Writer',
      'Delhi or Remote',
      'Graphic Designer',
      'Digital Marketing Intern',
      'Full-time',
      'Internship',
      '27+',
      '750+',
      '10+',
    ],
    links: [
      ['', '#openings'],
      ['Apply Now', '/contact'],
      ['Send Us Your Resume', '/contact'],
      ['Apply Today', '/contact'],
    ],
  },
  {
    path: '/contact',
    type: 'ContactPage',
    data: ['ProfessionalService'],
    counts: [
      ['enquiryForm', 8],
      ['contactDetails', null],
      ['globalPresence', null],
    ],
    texts: [
      'hello@example.com',
      '+91 00000 00000',
      'Gurugram',
      'Abu Dhabi',
      'Mon-Fri',
      '9 AM-6 PM',
      'Sat',
      '10 AM-4 PM',
    ],
    links: [
      ['', 'mailto:hello@example.com'],
      ['', 'tel:+910000000000'],
    ],
  },
  {
    path: '/pay-online',
    type: 'WebPage',
    counts: [['paymentForm', 4]],
    texts: [
      'Pay Online',
      '256-bit SSL Encrypted',
      'PCI DSS Compliant',
      'Customer Name',
      'Mobile Number',
      'Bill Number',
      'Proceed to Payment',
      'Credit/Debit Cards',
      'UPI',
      'Net Banking',
      'Wallets',
    ],
    links: [
      ['', '/terms-conditions'],
      ['', '/refund-policy'],
    ],
  },
  {
    path: '/terms-conditions',
    type: 'WebPage',
    counts: [],
    texts: ['October 2025', 'NEFT', 'RTGS', 'cheque', 'Gurugram, Haryana', 'India'],
    links: [],
  },
  {
    path: '/refund-policy',
    type: 'WebPage',
    counts: [],
    texts: [
      'October 2025',
      '5%',
      '70%',
      '40%',
      '7 days',
      '30 days',
      '15 days',
      '5-7 business days',
      '2 business days',
      '7-10 business days',
      '9:00',
      '18:00',
      'IST',
    ],
    links: [],
  },
  {
    path: '/privacy-policy',
    type: 'WebPage',
    counts: [],
    texts: ['January 2025', '18'],
    links: [],
  },
  {
    path: '/seo-locations',
    type: 'CollectionPage',
    counts: [
      ['cityLinks', 25],
      ['callToAction', null],
    ],
    texts: ['100+', 'SEO in Delhi', 'SEO in Raipur', 'Uttar Pradesh'],
    links: [
      ['Get Free SEO Consultation', '/contact'],
      ['SEO in Delhi', '/seo-services-delhi'],
    ],
  },
];

/** Number of clauses of each policy in the specification, which gives none for the refund policy. */
export const clauses: Record<string, number> = { '/terms-conditions': 12, '/privacy-policy': 11 };
