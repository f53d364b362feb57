import { platformNames } from '#schemas/social-platforms.ts';
import { ContentLinkTo } from '#web/components/link/action.tsx';
import { chatHref, phoneHref } from '#web/content/links.ts';
import type { Site } from '#web/content/types.ts';

export function Footer({ site }: { site: Site }) {
  return (
    <footer className="band line-t print:hidden">
      <div className="frame pt-10 pb-6">
        <div className="cols">
          <div className="lg:col-span-4">
            <p className="display text-2xl">{site.agencyName}</p>
            <p className="mt-1 font-semibold text-saffron-text">{site.tagline}</p>
            <p className="mt-4 mb-6 max-w-measure text-muted">{site.footerText}</p>
            <h2 className="label">{site.footerContactHeading}</h2>
            <ul className="flex flex-wrap gap-x-5 wrap-anywhere">
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
                  WhatsApp
                </a>
              </li>
            </ul>
          </div>
          <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-3 lg:col-span-7 lg:col-start-6 lg:mt-0">
            {site.footerColumns.map(({ _key, heading, links }) => (
              <nav key={_key} aria-label={heading}>
                <h2 className="label">{heading}</h2>
                <ul className="flex flex-wrap gap-x-5 sm:block">
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
              <h2 className="label">{site.footerOfficesHeading}</h2>
              <ul className="flex flex-wrap gap-x-6 gap-y-2 pt-2">
                {site.offices.map(({ _key, name, country }) => (
                  <li key={_key}>
                    {name}
                    <span className="block text-muted text-sm">{country}</span>
                  </li>
                ))}
              </ul>
            </div>
            {site.socialLinks && site.socialLinks.length > 0 ? (
              <div className="sm:col-span-2">
                <h2 className="label">{site.footerSocialHeading}</h2>
                <ul className="flex flex-wrap gap-x-5">
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
              </div>
            ) : null}
          </div>
        </div>
        <div className="rule mt-8 flex flex-wrap justify-between gap-x-8 gap-y-2 pt-5 text-muted text-sm">
          <p>{`© ${new Date().getFullYear()} ${site.copyright}`}</p>
          <p>{site.credit}</p>
        </div>
      </div>
    </footer>
  );
}
