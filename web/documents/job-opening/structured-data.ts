import { toHTML } from '@portabletext/to-html';
import type {
  JobPostingLeaf,
  MonetaryAmount,
  OccupationalExperienceRequirements,
  Place,
  QuantitativeValue,
} from 'schema-dts';
import type { JobContent } from '#web/content/types.ts';
import { findLastSecond } from '#web/contracts/india.ts';
import type { StructuredData } from '#web/documents/definition.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { describePage, type PageContext } from '#web/seo/page-description.ts';
import { nodeRef, organizationId, pageNodeId } from '#web/seo/structured-data/node-ids.ts';

/** Google's names of employment types. */
const employmentTypes: Record<JobContent['jobType'], string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Internship: 'INTERN',
  Contract: 'CONTRACTOR',
};

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const payPeriods = { 'a month': 'MONTH', 'a year': 'YEAR', 'an hour': 'HOUR' };

/** Builds a `JobPosting`. As Google requires, closed openings and openings without a workplace get none. */
export function jobData(opening: JobContent, described: PageContext): StructuredData {
  const id = pageNodeId(described.siteUrl, described.page.path, 'job');
  const hasPlace = opening.remote || Boolean(opening.workplaces?.length);
  return opening.isOpen && hasPlace
    ? { webPage: { mainEntity: nodeRef(id) }, nodes: [{ ...jobPosting(opening, described), '@id': id }] }
    : {};
}

function jobPosting(opening: JobContent, { page, site, siteUrl }: PageContext): JobPostingLeaf {
  const { canonical } = describePage(page, site, siteUrl);
  const workplaces = opening.workplaces ?? [];
  const located = workplaces.length > 0 ? workplaces : site.offices.slice(0, 1);
  const countries = [...new Set(located.map(({ countryCode }) => countryCode))].map((code) => ({
    '@type': 'Country' as const,
    name: countryNames.of(code) ?? code,
  }));
  return {
    '@type': 'JobPosting',
    title: opening.title,
    description: `<p>${escapeMarkup(opening.summary)}</p>${descriptionHtml(opening.description)}`,
    url: canonical,
    identifier: { '@type': 'PropertyValue', name: site.agencyName, value: opening._id },
    datePosted: opening.datePosted,
    ...(opening.validThrough ? { validThrough: findLastSecond(opening.validThrough) } : {}),
    employmentType: employmentTypes[opening.jobType],
    hiringOrganization: nodeRef(organizationId(siteUrl)),
    ...(workplaces.length > 0 ? { jobLocation: workplaces.map(place) } : {}),
    ...(opening.remote ? { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: countries } : {}),
    ...(opening.experienceMonths ? { experienceRequirements: experience(opening.experienceMonths) } : {}),
    ...(opening.skills?.length ? { skills: opening.skills } : {}),
    ...describeSalary(opening),
    directApply: site.applications?.open === true,
  };
}

const place = (workplace: NonNullable<JobContent['workplaces']>[number]): Place => ({
  '@type': 'Place',
  address: {
    '@type': 'PostalAddress',
    addressLocality: workplace.locality,
    addressRegion: workplace.region,
    addressCountry: workplace.countryCode,
  },
});

const experience = (months: number): OccupationalExperienceRequirements => ({
  '@type': 'OccupationalExperienceRequirements',
  monthsOfExperience: months,
});

function describeSalary({ salary }: JobContent): { baseSalary?: MonetaryAmount } {
  const { from, to, currency, per } = salary ?? {};
  if (!from) return {};
  const value: QuantitativeValue = {
    '@type': 'QuantitativeValue',
    ...(to && to > from ? { minValue: from, maxValue: to } : { value: from }),
    unitText: payPeriods[per ?? 'a month'],
  };
  return { baseSalary: { '@type': 'MonetaryAmount', currency: currency ?? 'INR', value } };
}

/** Converts the description to the HTML tags that Google keeps: headings become bold, and links become plain text. */
const descriptionHtml = (description: JobContent['description']): string =>
  toHTML(description, {
    onMissingComponent: false,
    components: {
      block: {
        h2: ({ children }) => `<p><strong>${children}</strong></p>`,
        h3: ({ children }) => `<p><strong>${children}</strong></p>`,
      },
      marks: { link: ({ children }) => children },
      unknownType: () => '',
    },
  });
