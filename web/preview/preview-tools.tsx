'use client';

import { useRouter } from 'next/navigation';
import { VisualEditing } from 'next-sanity/visual-editing/client-component';
import { useEffect, useState } from 'react';
import { perspectiveCookie } from '#web/http/perspective-cookie.ts';

/** Milliseconds over which edits are batched. */
const gatherMs = 150;

const whenWords = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' });

/** Click-to-edit and live updates, by events from our own origin, so that no token reaches the browser. */
export function PreviewTools() {
  const router = useRouter();
  const [isFramed, setIsFramed] = useState(true);
  const [until, setUntil] = useState('');
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
    events.addEventListener('until', ({ data }) => setUntil(whenWords.format(Number(data))));
    // Shows the published page instead.
    events.addEventListener('over', () => window.location.reload());
    return () => {
      clearTimeout(timer);
      events.close();
    };
  }, [router]);
  return (
    <>
      <VisualEditing
        onPerspectiveChange={async (perspective) => {
          await cookieStore.set(perspectiveCookie, [perspective].flat().join());
          router.refresh();
        }}
        refresh={async () => {
          router.refresh();
        }}
      />
      {isFramed ? null : (
        <a href="/api/draft-mode/disable" data-preview-exit="">
          {until ? `A draft, to be seen until ${until}. ` : ''}End the preview
        </a>
      )}
    </>
  );
}
