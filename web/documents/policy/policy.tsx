import { ContentsList } from '#web/components/contents-list/contents-list.tsx';
import { Day } from '#web/components/day/day.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { OptionalText } from '#web/components/section/section.tsx';
import { documentFields, richTextFields } from '#web/content/projections.ts';
import type { DocumentDefinition, DocumentProps } from '#web/documents/definition.ts';

export const policyFields = `
  ${documentFields}, title, lastUpdated, intro,
  sections[]{_key, heading, body[]{${richTextFields}}},
  rights, grievance
`;

export const policy: DocumentDefinition<'policy'> = {
  compose: ({ title, intro }) => ({ name: title, opening: { heading: title, text: intro }, sections: [] }),
  render: PolicyText,
};

/** Shows numbered clauses with a table of contents. */
function PolicyText({ content, site }: DocumentProps<'policy'>) {
  const clauses = content.sections.map((clause, index) => ({ ...clause, id: `clause-${index + 1}` }));
  return (
    <article className="frame policy">
      <div className="lg:w-9/12">
        <h1 className="display text-4xl">{content.title}</h1>
        <p className="mt-4 text-muted">
          {site.lastUpdatedLabel} <Day date={content.lastUpdated} to="month" />
        </p>
        {content.intro ? <p className="mt-6 max-w-measure text-lg">{content.intro}</p> : null}
      </div>
      <div className="mt-12 items-start cols">
        <ContentsList
          entries={clauses}
          isNumbered
          site={site}
          className="rule pt-4 lg:sticky lg:top-6 lg:col-span-4"
        />
        <div className="clauses mt-12 lg:col-span-8 lg:mt-0">
          {clauses.map(({ _key, id, heading, body }) => (
            <section key={_key} id={id} className="rule pt-6 pb-10">
              <h2 className="display text-xl">{heading}</h2>
              <RichText value={body} site={site} className="mt-4" />
            </section>
          ))}
        </div>
        <DataProtection content={content} site={site} />
      </div>
    </article>
  );
}

/** Shows the visitor's rights and the grievance officer, if filled in. */
function DataProtection({ content: { rights, grievance }, site }: Omit<DocumentProps<'policy'>, 'page'>) {
  const email = grievance?.email || site.email;
  return (
    <div className="lg:col-span-8 lg:col-start-5">
      {rights?.heading && rights.points && rights.points.length > 0 ? (
        <section className="rule pt-6 pb-10">
          <h2 className="display text-xl">{rights.heading}</h2>
          <div className="prose mt-4">
            <ul>
              {rights.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
        </section>
      ) : null}
      {grievance?.heading && grievance.office ? (
        <section className="rule pt-6 pb-10">
          <h2 className="display text-xl">{grievance.heading}</h2>
          <p className="mt-4">
            {[site.grievanceOfficer, grievance.office].filter(Boolean).join(', ')}
            <br />
            <a href={`mailto:${email}`} className="link">
              {email}
            </a>
          </p>
          <OptionalText className="mt-2 text-muted">{grievance.responseTime}</OptionalText>
          {site.complaintsUrl ? (
            <a href={site.complaintsUrl} className="link">
              {site.complaintsUrl}
            </a>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}
