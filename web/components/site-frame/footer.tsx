import { platformNames } from '#schemas/social-platforms.ts';
import { ContentLinkTo } from '#web/components/link/action.tsx';
import { chatHref, phoneHref, resolveLink } from '#web/content/links.ts';
import type { Site } from '#web/content/types.ts';

export function Footer({ site }: { site: Site }) {
  return (
    <footer className="band line-t print:hidden">
      <div className="frame pt-8 pb-5">
        <div className="cols">
          <div className="lg:col-span-4">
            <p className="display text-2xl">{site.agencyName}</p>
            <p className="mt-1 font-semibold text-saffron-text">{site.tagline}</p>
            <p className="mt-3 max-w-measure text-muted">{site.footerText}</p>
          </div>
          <div className="footer-links lg:col-span-8">
            {linkedColumns(site).map(({ _key, heading, links }) => (
              <nav key={_key} aria-label={heading}>
                <h2 className="label">{heading}</h2>
                <ul>
                  {links.map(({ _key: key, label, link }) => (
                    <li key={key}>
                      <ContentLinkTo link={link} site={site} className="row-link">
                        {label}
                      </ContentLinkTo>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
            <div>
              <h2 className="label">{site.footerContactHeading}</h2>
              <ul className="wrap-anywhere">
                <li>
                  <a href={`mailto:${site.email}`} className="row-link">
                    {site.email}
                  </a>
                </li>
                <li>
                  <a href={phoneHref(site.phone)} className="row-link tabular">
                    {`${site.callLabel} ${site.phone}`}
                  </a>
                </li>
                <li>
                  <a href={chatHref(site)} target="_blank" rel="noopener" className="row-link">
                    {site.chatLabel}
                  </a>
                </li>
              </ul>
            </div>
          </div>
        </div>
        <div className="mt-4 flex flex-wrap justify-between gap-x-8 gap-y-2 text-sm">
          <ul aria-label={site.footerOfficesHeading} className="flex flex-wrap items-center gap-x-5">
            {site.offices.map(({ _key, name, country }) => (
              <li key={_key}>
                {name} <span className="text-muted">{country}</span>
              </li>
            ))}
          </ul>
          {site.socialLinks && site.socialLinks.length > 0 ? (
            <ul aria-label={site.footerSocialHeading} className="flex flex-wrap gap-x-5">
              {site.socialLinks.map(({ _key, platform, url }) => (
                <li key={_key} className="flex min-h-11 items-center">
                  {url ? (
                    <a href={url} target="_blank" rel="noopener me" className="row-link">
                      {platformNames[platform]}
                    </a>
                  ) : (
                    <span className="text-muted">{platformNames[platform]}</span>
                  )}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <div className="rule mt-3 flex flex-wrap justify-between gap-x-8 gap-y-2 pt-4 text-muted text-sm">
          <p>{`© ${new Date().getFullYear()} ${site.copyright}`}</p>
          <p>{site.credit}</p>
        </div>
      </div>
    </footer>
  );
}

/** Leaves out links without a target, for example to a page whose claims are not confirmed. */
const linkedColumns = (site: Site) =>
  site.footerColumns
    .map((column) => ({ ...column, links: column.links.filter(({ link }) => resolveLink(link, site)) }))
    .filter(({ links }) => links.length > 0);
