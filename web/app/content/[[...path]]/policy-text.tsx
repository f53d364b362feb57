import { RichText } from '#web/components/rich-text/rich-text.tsx';
import type { PolicyContent, Site } from '#web/content/types.ts';

const monthFormat = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A legal text: numbered clauses, with a list of them beside it. */
export function PolicyText({ policy, site }: { policy: PolicyContent; site: Site }) {
  const clauses = policy.sections.map((clause, index) => ({ ...clause, id: `clause-${index + 1}` }));
  return (
    <article className="frame policy">
      <div className="lg:w-8/12">
        <h1 className="display text-4xl">{policy.title}</h1>
        <p className="mt-4 text-muted">
          {site.lastUpdatedLabel}{' '}
          <time dateTime={policy.lastUpdated}>{monthFormat.format(new Date(policy.lastUpdated))}</time>
        </p>
        {policy.intro ? <p className="mt-6 max-w-measure text-lg">{policy.intro}</p> : null}
      </div>
      <div className="mt-12 items-start cols">
        <nav aria-labelledby="contents" className="contents-list rule pt-4 lg:sticky lg:top-6 lg:col-span-4">
          <h2 id="contents" className="label">
            {site.contentsLabel}
          </h2>
          <ol className="mt-2 text-sm">
            {clauses.map(({ _key, id, heading }, index) => (
              <li key={_key}>
                <a href={`#${id}`} className="row-link gap-3">
                  <span className="w-6 text-saffron-text tabular">{index + 1}</span>
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="clauses mt-12 lg:col-span-8 lg:mt-0">
          {clauses.map(({ _key, id, heading, body }) => (
            <section key={_key} id={id} className="rule pt-6 pb-10">
              <h2 className="display text-xl">{heading}</h2>
              <RichText value={body} site={site} className="mt-4" />
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
