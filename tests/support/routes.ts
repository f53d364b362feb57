/** Every route of the specification, written once for all tests. */

/** Pages made of sections. */
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
const policyPaths = ['/terms-conditions', '/refund-policy', '/privacy-policy'] as const;
/** Pages with an address of their own in the specification's table. */
export const namedPaths = [...pagePaths, ...policyPaths];
export type NamedPath = (typeof namedPaths)[number];

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

/** The list of articles and what the seed has in it, the newest first. */
export const articlesPath = '/articles';
export const articlePaths = [
  'what-to-have-ready-before-a-bid',
  'what-a-search-report-should-show',
  'how-to-read-a-tender-notice',
].map((slug) => `${articlesPath}/${slug}`);

/** Tools for tenders. */
const tenderTools = ['/tender-deposits', '/tender-papers', '/tender-eligibility'];

/** The list of case studies and the sample that the seed has, which a public address shows once it is confirmed. */
export const workPaths = ['/work', '/work/sample'];

/** The openings of the seed. */
export const jobPaths = [
  'senior-seo-manager',
  'social-media-manager',
  'content-writer',
  'graphic-designer',
  'digital-marketing-intern',
].map((slug) => `/careers/${slug}`);

/** Paths of a public address before anything is confirmed. */
export const publicPaths: string[] = [
  ...namedPaths,
  '/prices',
  ...cityPaths,
  articlesPath,
  ...articlePaths,
  ...tenderTools,
  ...jobPaths,
];
export const allPaths = [...publicPaths, ...workPaths];
/** Four cities stand for all, which differ in their words alone. */
export const typicalCities = ['delhi', 'kochi', 'pune', 'surat'].map(cityPath);
export const typicalPaths = [...allPaths.filter((path) => !cityPaths.includes(path)), ...typicalCities];
/** Pages with a form, which React hydrates. */
export const formPaths = ['/contact', '/pay-online'];
