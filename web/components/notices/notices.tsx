'use client';

import * as Toast from '@radix-ui/react-toast';
import { type ReactNode, useCallback, useState } from 'react';

export type Notice = {
  title: string;
  description?: string;
  tone: 'success' | 'error' | 'neutral';
  /** Milliseconds until it goes by itself; `Infinity` keeps it until it is closed. */
  duration: number;
  /** One thing to do about it: a link that opens in the same window. */
  action?: { label: string; href: string };
};

const edges = { success: 'border-l-teal', error: 'border-l-error', neutral: 'border-l-line' };

/**
 * The notices of a form: `notify` shows one (three at most stand at a time), `notices` is where they appear. They are
 * announced by screen readers, wait while the pointer or the focus is on them, and close on Escape or a swipe.
 */
export function useNotices(): { notify(notice: Notice): void; notices: ReactNode } {
  const [shown, setShown] = useState<(Notice & { id: number })[]>([]);
  const notify = useCallback((notice: Notice) => {
    setShown((current) => [...current.slice(-2), { ...notice, id: (current.at(-1)?.id ?? 0) + 1 }]);
  }, []);
  const notices = (
    <Toast.Provider label="Notice" swipeDirection="right">
      {shown.map(({ id, title, description, tone, duration, action }) => (
        <Toast.Root
          key={id}
          type={tone === 'neutral' ? 'background' : 'foreground'}
          duration={duration}
          onOpenChange={(isOpen) => {
            if (!isOpen) setShown((current) => current.filter((one) => one.id !== id));
          }}
          className={`rounded border border-hairline border-l-4 bg-surface p-4 text-ink shadow-float ${edges[tone]}`}
        >
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <Toast.Title className="font-semibold">{title}</Toast.Title>
              {description ? (
                <Toast.Description className="break-words">{description}</Toast.Description>
              ) : null}
              {action ? (
                <Toast.Action asChild altText={action.label}>
                  <a
                    href={action.href}
                    className="mt-2 inline-flex min-h-11 items-center font-semibold text-teal underline"
                  >
                    {action.label}
                  </a>
                </Toast.Action>
              ) : null}
            </div>
            <Toast.Close
              aria-label="Close this notice"
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center"
            >
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="1.5" />
              </svg>
            </Toast.Close>
          </div>
        </Toast.Root>
      ))}
      <Toast.Viewport className="fixed right-4 bottom-4 z-50 grid w-96 max-w-[calc(100vw-2rem)] gap-3 print:hidden" />
    </Toast.Provider>
  );
  return { notify, notices };
}
