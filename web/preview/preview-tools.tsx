'use client';

import { useRouter } from 'next/navigation';
import { VisualEditing } from 'next-sanity/visual-editing/client-component';
import { useEffect, useState } from 'react';
import { dateInIndia } from '#web/contracts/india.ts';
import { perspectiveCookie } from '#web/http/perspective-cookie.ts';
import { refreshDelay } from './typed-texts.ts';

/** Milliseconds within which edits are batched. */
const batchMs = 150;

const formatTime = (time: number) =>
  dateInIndia(new Date(time).toISOString(), { dateStyle: 'medium', timeStyle: 'short' });

/** Adds click-to-edit and live updates. Events come from our own origin, so that the browser gets no token. */
export function PreviewTools() {
  const router = useRouter();
  const [isFramed, setIsFramed] = useState(true);
  const [until, setUntil] = useState('');
  useEffect(() => {
    setIsFramed(window !== window.parent);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          if (refreshDelay() > 0) refresh();
          else router.refresh();
        },
        Math.max(batchMs, refreshDelay()),
      );
    };
    const events = new EventSource('/api/draft-mode/events');
    events.addEventListener('change', refresh);
    events.addEventListener('until', ({ data }) => setUntil(formatTime(Number(data))));
    // Reload to show the published page.
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
        // Our own events report changes of content.
        refresh={({ source }) => source === 'manual' && Promise.resolve(router.refresh())}
      />
      {isFramed ? null : (
        <a href="/api/draft-mode/disable" data-preview-exit="">
          {until ? `Draft preview until ${until}. ` : ''}End preview
        </a>
      )}
    </>
  );
}
