import type { JobPostingLeaf, MonetaryAmount } from 'schema-dts';
import type { JobContent } from '#web/content/types.ts';
import type { StructuredData } from '#web/documents/definition.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { type DescribedPage, describePage } from '#web/seo/page-description.ts';
import { organizationId, pageNodeId, refer } from '#web/seo/structured-data/node-ids.ts';

/** Google's names. */
const employmentTypes: Record<JobContent['jobType'], string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Internship: 'INTERN',
  Contract: 'CONTRACTOR',
};

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const payPeriods = { 'a month': 'MONTH', 'a year': 'YEAR', 'an hour': 'HOUR' };

/** A job posting; none for a closed opening, as Google asks. */
export function jobData(opening: JobContent, described: DescribedPage): StructuredData {
  const id = pageNodeId(described.siteUrl, described.page.path, 'job');
  return opening.isOpen
    ? { webPage: { mainEntity: refer(id) }, nodes: [{ ...jobPosting(opening, described), '@id': id }] }
    : { webPage: {}, nodes: [] };
}

function jobPosting(opening: JobContent, { page, site, siteUrl }: DescribedPage): JobPostingLeaf {
  const { canonical } = describePage(page, site, siteUrl);
  const countries = [...new Set(opening.workplaces.map(({ countryCode }) => countryCode))];
  return {
    '@type': 'JobPosting',
    title: opening.title,
    description: paragraphs(opening.summary, opening.plainDescription),
    url: canonical,
    identifier: { '@type': 'PropertyValue', name: site.agencyName, value: opening._id },
    datePosted: opening.datePosted,
    // Open through its last day, in UTC.
    ...(opening.validThrough ? { validThrough: `${opening.validThrough}T23:59:59Z` } : {}),
    employmentType: employmentTypes[opening.jobType],
    hiringOrganization: refer(organizationId(siteUrl)),
    jobLocation: opening.workplaces.map(({ locality, region, countryCode }) => ({
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: locality,
        addressRegion: region,
        addressCountry: countryCode,
      },
    })),
    jobLocationType: opening.remote ? 'TELECOMMUTE' : [],
    applicantLocationRequirements: (opening.remote ? countries : []).map((code) => ({
      '@type': 'Country',
      name: countryNames.of(code) ?? code,
    })),
    experienceRequirements: {
      '@type': 'OccupationalExperienceRequirements',
      monthsOfExperience: opening.experienceMonths || [],
    },
    skills: opening.skills ?? [],
    baseSalary: salaryOf(opening) ?? [],
    directApply: false,
  };
}

function salaryOf({ salary }: JobContent): MonetaryAmount | undefined {
  const { from, to, currency, per } = salary ?? {};
  if (!from) return undefined;
  return {
    '@type': 'MonetaryAmount',
    currency: currency ?? 'INR',
    value: {
      '@type': 'QuantitativeValue',
      ...(to && to > from ? { minValue: from, maxValue: to } : { value: from }),
      unitText: payPeriods[per ?? 'a month'],
    },
  };
}

/** Plain texts as HTML paragraphs, which Google expects in a job's description. */
function paragraphs(...texts: string[]): string {
  return texts
    .flatMap((text) => text.split(/\n{2,}/))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => `<p>${escapeMarkup(text)}</p>`)
    .join('');
}
