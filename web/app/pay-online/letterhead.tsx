import type { Site } from '#web/content/types.ts';

/** The letterhead that replaces the page's header in print. */
export function Letterhead({ site, hasTaxNumbers }: { site: Site; hasTaxNumbers?: boolean }) {
  const { gstin, pan, udyam } = site;
  const numbers = [gstin && `GSTIN ${gstin}`, pan && `PAN ${pan}`, udyam && `Udyam ${udyam}`].filter(Boolean);
  const contact = [site.email, site.phone].filter(Boolean).join(' · ');
  return (
    <div className="letterhead not-print:hidden whitespace-pre-line print:mb-[6mm] print:pb-[4mm] print:[border-bottom:2px_solid]">
      <p className="display text-2xl">{site.agencyName}</p>
      <p>{formatAddress(site)}</p>
      <p>{contact}</p>
      {hasTaxNumbers && numbers.length > 0 ? <p>{numbers.join(' · ')}</p> : null}
    </div>
  );
}

export function formatAddress(site: Site | null): string | undefined {
  const [office] = site?.offices ?? [];
  const place = [office?.locality, office?.region, office?.postalCode, office?.country];
  return office && [...office.addressLines, place.filter(Boolean).join(', ')].join('\n');
}
