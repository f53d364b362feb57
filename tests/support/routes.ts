// All routes of the specification, for all tests.

/** Pages that consist of sections. */
const pagePaths = [
  '/',
  '/about',
  '/digital-marketing',
  '/seo-sem',
  '/social-media-marketing',
  '/tender-services',
  '/careers',
  '/contact',
  '/pay-online',
  '/seo-locations',
] as const;
export const policyPaths = ['/terms-conditions', '/refund-policy', '/privacy-policy'] as const;
/** Pages with a row in the specification's table of routes. */
export const namedPaths = [...pagePaths, ...policyPaths];

/** Cities by state. */
const citiesByState = {
  'Delhi NCR': ['Delhi'],
  Maharashtra: ['Mumbai', 'Pune', 'Nagpur'],
  Karnataka: ['Bangalore'],
  'Tamil Nadu': ['Chennai', 'Coimbatore'],
  'West Bengal': ['Kolkata'],
  Telangana: ['Hyderabad'],
  Gujarat: ['Ahmedabad', 'Surat', 'Vadodara'],
  Rajasthan: ['Jaipur'],
  'Uttar Pradesh': ['Lucknow', 'Noida', 'Ghaziabad'],
  Bihar: ['Patna'],
  'Punjab/Haryana': ['Chandigarh'],
  'Madhya Pradesh': ['Indore', 'Bhopal'],
  'Andhra Pradesh': ['Visakhapatnam'],
  Kerala: ['Kochi'],
  Haryana: ['Gurgaon'],
  Jharkhand: ['Ranchi'],
  Chhattisgarh: ['Raipur'],
};

export const cityPath = (slug: string) => `/seo-services-${slug}`;
export const cities = Object.entries(citiesByState).flatMap(([state, names]) =>
  names.map((name) => ({ name, state, path: cityPath(name.toLowerCase()) })),
);
export const cityPaths = cities.map(({ path }) => path);

/** The list of articles. The seed's articles follow, newest first. */
export const articlesPath = '/articles';
export const articlePaths = [
  'what-to-have-ready-before-a-bid',
  'what-a-search-report-should-show',
  'how-to-read-a-tender-notice',
].map((slug) => `${articlesPath}/${slug}`);

/** The tender tools. */
const tenderTools = ['/tender-deposits', '/tender-papers', '/tender-eligibility'];

/** The list of case studies and the seed's sample, which a public site shows only once it is confirmed. */
export const workPaths = ['/work', '/work/sample'];

/** The seed's job openings. */
export const jobPaths = [
  'senior-seo-manager',
  'social-media-manager',
  'content-writer',
  'graphic-designer',
  'digital-marketing-intern',
].map((slug) => `/careers/${slug}`);

/** Paths of a public site before any claim is confirmed. */
export const publicPaths: string[] = [
  ...namedPaths,
  '/accessibility',
  ...cityPaths,
  articlesPath,
  ...articlePaths,
  ...tenderTools,
  ...jobPaths,
];
/** Pages that a public site shows once one of their facts is confirmed. */
export const claimPaths = ['/prices', '/evidence'];
export const allPaths = [...publicPaths, ...claimPaths, ...workPaths];
/** Pages with a form, which React hydrates. */
export const formPaths = ['/contact', '/pay-online'];
