import { isLive } from '#schemas/days.ts';
import { applicationLabel } from '#schemas/sections/application-labels.ts';
import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Day } from '#web/components/day/day.tsx';
import { Action } from '#web/components/link/action.tsx';
import { Portrait } from '#web/components/person/person.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { OptionalText } from '#web/components/section/section.tsx';
import {
  actionFields,
  documentFields,
  isOpen,
  personFields,
  richTextFields,
} from '#web/content/projections.ts';
import { salaryText } from '#web/contracts/money.ts';
import type { DocumentDefinition, DocumentProps } from '#web/documents/definition.ts';
import { ApplicationForm } from './application-form.tsx';
import { jobData } from './structured-data.ts';

/** GROQ projection of an opening. `isOpen` is computed at render time; `parent` lists openings and has the labels. */
export const jobOpeningFields = `
  ${documentFields}, title, location, team, decision, jobType, experience, summary, skills, salary, contact->{${personFields}},
  description[]{${richTextFields}},
  datePosted, validThrough, workplaces, remote, experienceMonths,
  "isOpen": ${isOpen},
  "parent": *[_type == "page" && ${isLive} && "jobOpenings" in sections[]._type][0]{
    _id, _type, title, "slug": slug.current,
    sections[_type == "jobOpenings"]{
      _key, _type, heading, experienceLabel, postedLabel, closingDateLabel, skillsLabel, decisionLabel, closedText, applyNote, contactLabel, applyAction{${actionFields}},
      formHeading, nameLabel, phoneLabel, emailLabel, messageLabel, fileLabel, fileHelp, submitLabel
    }
  }
`;

export const jobOpening: DocumentDefinition<'jobOpening'> = {
  compose: ({ title, summary, isOpen }) => ({
    name: title,
    opening: { heading: title, text: summary },
    sections: [],
    isOver: !isOpen,
  }),
  render: JobOpening,
  structuredData: jobData,
};

/** Shows an opening with its facts and the application button, or a note if it is closed. */
function JobOpening({ content, page, site }: DocumentProps<'jobOpening'>) {
  const { title, summary, description, decision, isOpen, parent } = content;
  const [section] = parent?.sections ?? [];
  const hasForm = isOpen && site.applications?.open === true;
  const apply = (variant: 'primary' | 'secondary') => (
    <Action action={section?.applyAction ?? null} site={site} opening={title} variant={variant} />
  );
  return (
    <article className="frame policy">
      <div className="lg:w-9/12">
        <h1 className="display text-4xl">{title}</h1>
        {isOpen ? (
          <p className="mt-6 max-w-measure text-lg text-muted">{summary}</p>
        ) : (
          <p className="notice mt-6 p-5">
            {section?.closedText}{' '}
            {page.parents.map(({ path }) => (
              <a key={path} href={path} className="font-semibold text-teal underline">
                {section?.heading}
              </a>
            ))}
          </p>
        )}
      </div>
      <div className="mt-10 items-start gap-y-10 cols max-lg:grid">
        <aside className="panel p-6 lg:sticky lg:top-6 lg:order-last lg:col-span-4 lg:col-start-9">
          <Facts content={content} />
          {isOpen ? (
            <>
              <p className="mt-6">{apply('primary')}</p>
              <OptionalText className="mt-3 text-muted text-sm">{section?.applyNote}</OptionalText>
              {hasForm ? (
                <p className="mt-6">
                  <a href="#apply" className="action">
                    {applicationLabel(section, 'formHeading')}
                  </a>
                </p>
              ) : null}
              <ContactPerson content={content} />
            </>
          ) : null}
        </aside>
        <div className="lg:col-span-7">
          <RichText value={description} site={site} heading="h2" />
          {decision && decision.length > 0 ? (
            <div className="mt-10 prose">
              <h2>{section?.decisionLabel}</h2>
              <ol>
                {decision.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </div>
          ) : null}
          {isOpen ? <p className="mt-10">{apply('secondary')}</p> : null}
          {hasForm ? (
            <ApplicationForm labels={section} notice={site.applications?.notice} path={page.path} />
          ) : null}
        </div>
      </div>
    </article>
  );
}

function ContactPerson({ content: { contact, parent } }: Pick<DocumentProps<'jobOpening'>, 'content'>) {
  if (!contact) return null;
  return (
    <div className="rule mt-6 flex gap-4 pt-6">
      <Portrait person={contact} size={56} />
      <div>
        <ClaimMark evidence={contact.evidence} />
        <p className="text-muted text-sm">{parent?.sections[0]?.contactLabel}</p>
        <p className="font-semibold">{contact.name}</p>
        <p className="text-muted text-sm">{contact.role}</p>
      </div>
    </div>
  );
}

function Facts({ content }: Pick<DocumentProps<'jobOpening'>, 'content'>) {
  const { jobType, location, team, experience, salary, skills, datePosted, validThrough, parent } = content;
  const [section] = parent?.sections ?? [];
  return (
    <ul className="grid gap-2">
      <li className="font-semibold">{location}</li>
      <li>{jobType}</li>
      {team ? <li>{team}</li> : null}
      {salary?.from ? <li className="tabular">{salaryText(salary)}</li> : null}
      {experience ? (
        <li className="tabular">
          {section?.experienceLabel} {experience}
        </li>
      ) : null}
      {skills && skills.length > 0 ? (
        <li>
          {section?.skillsLabel}: {skills.join(', ')}
        </li>
      ) : null}
      <li className="tabular">
        {section?.postedLabel ?? 'Posted'} <Day date={datePosted} />
      </li>
      {validThrough ? (
        <li className="tabular">
          {section?.closingDateLabel} <Day date={validThrough} />
        </li>
      ) : null}
    </ul>
  );
}
