import { draftMode } from 'next/headers';
import type { ReactNode } from 'react';
import type { DeliveryAttributes } from '#web/delivery/document.ts';
import { SpeculationRules } from './speculation-rules.tsx';

/** The `main` element of a page, with what the page asks of its delivery. */
export async function DeliveryMain({
  delivery,
  children,
}: {
  delivery: DeliveryAttributes;
  children: ReactNode;
}) {
  const { isEnabled: isPreview } = await draftMode();
  return (
    <>
      <main id="content" tabIndex={-1} {...delivery}>
        {children}
      </main>
      {isPreview ? null : <SpeculationRules />}
    </>
  );
}
