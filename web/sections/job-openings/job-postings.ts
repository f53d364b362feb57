import type { JobPostingLeaf } from 'schema-dts';
import { hrefFor } from '#schemas/paths.ts';
import type { Section } from '#web/content/types.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { absoluteUrl, type DescribedPage, type SectionData } from '#web/seo/page-description.ts';
import { organizationId, refer } from '#web/seo/structured-data/node-ids.ts';

type Opening = Extract<Section, { _type: 'jobOpenings' }>['openings'][number];

/** Google's names for kinds of employment. */
const employmentTypes: Record<Opening['jobType'], string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Internship: 'INTERN',
  Contract: 'CONTRACTOR',
};

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

export const jobOpeningsData: SectionData<'jobOpenings'> = (lists, described) =>
  lists.flatMap(({ openings }) => openings.map((opening) => jobPosting(opening, described)));

/** An opening for job search engines. */
function jobPosting(opening: Opening, { site, siteUrl }: DescribedPage): JobPostingLeaf {
  const url = absoluteUrl(siteUrl, hrefFor(opening) ?? '/careers');
  const countries = [...new Set(opening.workplaces.map(({ countryCode }) => countryCode))];
  return {
    '@type': 'JobPosting',
    '@id': url,
    title: opening.title,
    description: paragraphs(opening.summary, opening.plainDescription),
    url,
    identifier: { '@type': 'PropertyValue', name: site.agencyName, value: opening._id },
    datePosted: opening.datePosted,
    // The opening stays on the page through its last day, counted in UTC.
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
    directApply: false,
  };
}

/** Plain texts as paragraphs: Google reads the description of a job as HTML. */
function paragraphs(...texts: string[]): string {
  return texts
    .flatMap((text) => text.split(/\n{2,}/))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => `<p>${escapeMarkup(text)}</p>`)
    .join('');
}
