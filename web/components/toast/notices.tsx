'use client';

import * as Toast from '@radix-ui/react-toast';
import { useCallback, useEffect, useRef, useState } from 'react';
import { TextWithFigures } from '#web/components/figures/figures.tsx';

export type Notice = {
  title: string;
  description?: string;
  tone: 'success' | 'error' | 'neutral';
  /** Milliseconds. The default of 12 seconds is long enough to write down an id. */
  duration?: number;
  /** A link that opens in the same window. */
  action?: { label: string; href: string };
};

const toneClasses = { success: 'notice-success', error: 'notice-error', neutral: '' };
const defaultDuration = 12_000;

/**
 * Manages a form's toasts. `notify` adds a toast and drops all but the last three; `clearNotices` removes them all; render
 * `notices` once. Screen readers announce errors immediately and other toasts at the next pause. F8 focuses the list,
 * Escape closes the focused toast.
 */
export function useNotices() {
  const viewport = useRef<HTMLOListElement>(null);
  const count = useRef(0);
  const [shown, setShown] = useState<(Notice & { id: number })[]>([]);
  const notify = useCallback((notice: Notice) => {
    count.current += 1;
    const id = count.current;
    setShown((current) => [...current.slice(-2), { ...notice, id }]);
  }, []);
  const clearNotices = useCallback(() => setShown([]), []);
  // A toast may be outside the window, so scroll to it. What has the focus, such as an invalid field or the outcome of a
  // payment, stays in the window all the same.
  useEffect(() => {
    if (shown.length === 0) return;
    viewport.current?.scrollIntoView({ block: 'nearest' });
    document.querySelector('main :focus')?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const notices = (
    <Toast.Provider label="Notice" duration={defaultDuration}>
      {shown.map(({ id, title, description, tone, duration, action }) => (
        <Toast.Root
          key={id}
          type={tone === 'error' ? 'foreground' : 'background'}
          duration={duration ?? defaultDuration}
          onOpenChange={(isOpen) => {
            if (!isOpen) setShown((current) => current.filter((one) => one.id !== id));
          }}
          className={`notice p-4 ${toneClasses[tone]}`}
        >
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0 wrap-anywhere">
              <Toast.Title className="font-semibold">{title}</Toast.Title>
              {description ? (
                <Toast.Description>
                  <TextWithFigures text={description} />
                </Toast.Description>
              ) : null}
            </div>
            <Toast.Close
              aria-label="Close this notice"
              className="-mt-2 -mr-2 grid size-11 flex-none place-items-center"
            >
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="1.5" />
              </svg>
            </Toast.Close>
          </div>
          {action ? (
            <Toast.Action asChild altText={action.label}>
              <a href={action.href} className="action mt-3">
                {action.label}
              </a>
            </Toast.Action>
          ) : null}
        </Toast.Root>
      ))}
      <Toast.Viewport
        ref={viewport}
        className="mt-5 grid scroll-mb-4 gap-3 empty:hidden lg:fixed lg:bottom-4 lg:left-[max(32px,50vw-600px)] lg:z-50 lg:w-[min(28vw,360px)] print:hidden"
      />
    </Toast.Provider>
  );
  return { notify, clearNotices, notices };
}
