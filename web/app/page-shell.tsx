import type { ReactNode } from 'react';
import { Footer } from '#web/components/site-frame/footer.tsx';
import { Header } from '#web/components/site-frame/header.tsx';
import { Overlay, SkipLink } from '#web/components/site-frame/overlay.tsx';
import { frameScript } from '#web/components/site-frame/scripts.ts';
import type { Site } from '#web/content/types.ts';
import type { DeliveryAttributes } from '#web/delivery/document.ts';
import { DeliveryMain } from './delivery-main.tsx';
import { OwnScript } from './own-script.tsx';

type Props = { site: Site; path: string; delivery: DeliveryAttributes; children: ReactNode };

/** What surrounds every page: loading overlay, skip link, top bar and footer. */
export function PageShell({ site, path, delivery, children }: Props) {
  return (
    <>
      <OwnScript text={frameScript} />
      <Overlay text={site.overlayText} />
      <SkipLink text={site.skipLinkText} />
      <Header site={site} path={path} />
      <DeliveryMain delivery={delivery}>{children}</DeliveryMain>
      <Footer site={site} />
    </>
  );
}
