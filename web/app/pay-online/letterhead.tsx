import type { Site } from '#web/content/types.ts';

/** Print only, in place of the page's header. */
export function Letterhead({ site }: { site: Site }) {
  const contact = [site.email, site.phone].filter(Boolean).join(' · ');
  return (
    <div className="letterhead">
      <p className="display text-2xl">{site.agencyName}</p>
      <p>{addressOf(site)}</p>
      <p>{contact}</p>
    </div>
  );
}

export function addressOf(site: Site | null): string | undefined {
  const [office] = site?.offices ?? [];
  const place = [office?.locality, office?.region, office?.postalCode, office?.country];
  return office && [...office.addressLines, place.filter(Boolean).join(', ')].join('\n');
}
