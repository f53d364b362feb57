import type { ReactNode } from 'react';
import { Drawing } from '#web/components/drawings/drawing.tsx';

type Props = {
  heading: string;
  text: string;
  hint?: string | null;
  children: ReactNode;
};

/** For not found, errors and missing content. Its drawing has a gap where the page would be. */
export function MessagePage({ heading, text, hint, children }: Props) {
  return (
    <div className="frame cols airy grid items-center gap-8">
      <div className="lg:col-span-6">
        <h1 className="display text-4xl">{heading}</h1>
        <p className="mt-4 text-xl">{text}</p>
        {hint ? <p className="mt-2 max-w-measure text-muted">{hint}</p> : null}
        <div className="mt-8 flex flex-wrap items-center gap-4">{children}</div>
      </div>
      <Drawing name="missing" className="lg:col-span-5 lg:col-start-8" />
    </div>
  );
}
