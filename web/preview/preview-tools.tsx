'use client';

import { useRouter } from 'next/navigation';
import { VisualEditing } from 'next-sanity/visual-editing/client-component';
import { useEffect, useState } from 'react';

/** Longest time, in milliseconds, that an edit waits for others to come in with it. */
const gatherMs = 150;

/**
 * Click-to-edit and live updates of a preview: whenever anything is edited, the page is rendered again on the server.
 * The events come from our own address, so that no token reaches the browser.
 */
export function PreviewTools() {
  const router = useRouter();
  const [isFramed, setIsFramed] = useState(true);
  useEffect(() => {
    setIsFramed(window !== window.parent);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const events = new EventSource('/api/draft-mode/events');
    events.addEventListener('change', () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        router.refresh();
      }, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      events.close();
    };
  }, [router]);
  return (
    <>
      <VisualEditing
        refresh={async () => {
          router.refresh();
        }}
      />
      {isFramed ? null : (
        <a href="/api/draft-mode/disable" data-preview-exit="">
          End the preview
        </a>
      )}
    </>
  );
}
