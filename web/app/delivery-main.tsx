import type { ReactNode } from 'react';
import type { DeliveryAttributes } from '#web/delivery/document.ts';
import { SpeculationRules } from './speculation-rules.tsx';

/** The `main` element of a page, with what the page asks of its delivery. */
export function DeliveryMain({ delivery, children }: { delivery: DeliveryAttributes; children: ReactNode }) {
  return (
    <>
      <main id="content" tabIndex={-1} {...delivery}>
        {children}
      </main>
      <SpeculationRules />
    </>
  );
}
