'use client';

import { type JSXElementConstructor, useEffect, useRef, useSyncExternalStore } from 'react';
import { z } from 'zod/mini';
import { withTexts } from '#web/content/with-texts.ts';
import type { SourceField } from './source-markers.ts';
import { delayRefresh, followTyping, onTyping, setPlaceholderValues, typedText } from './typed-texts.ts';

type Field = Pick<SourceField, 'id' | 'path'>;

/** Shows a text as it is being typed in the Studio, otherwise as stored. */
export function LiveText({ text, ...field }: Field & { text: string }) {
  const typed = useSyncExternalStore(
    onTyping,
    () => typedText(field),
    () => undefined,
  );
  const isCleared = typed === '';
  useEffect(() => {
    if (!isCleared) return;
    delayRefresh();
    // The stored text is still empty when the next letter shows.
    return delayRefresh;
  }, [isCleared]);
  return typed ?? text;
}

/** Lets a page's texts follow typing in the Studio. `values` fill their placeholders. */
export function FollowTyping({ values }: { values: Record<string, string> }) {
  useEffect(() => setPlaceholderValues(values), [values]);
  useEffect(followTyping, []);
  return null;
}

type FormProps = Record<string, unknown>;
type FormText = Field & { text: string; source: string };

/** Lets a form's texts follow typing. Texts in the form's props and elements are found by their value. */
export function LiveForm({
  form: Form,
  props,
  texts,
}: {
  form: JSXElementConstructor<FormProps>;
  props: FormProps;
  texts: FormText[];
}) {
  const frame = useRef<HTMLDivElement>(null);
  // The snapshot is a string, since React compares snapshots by identity.
  const typed = useSyncExternalStore(
    onTyping,
    () => JSON.stringify(texts.map((text) => typedText(text) ?? text.text)),
    () => JSON.stringify(texts.map(({ text }) => text)),
  );
  const shown = z.array(z.string()).parse(JSON.parse(typed));
  const asTyped = new Map(texts.map(({ text }, index) => [text, shown[index]]));
  useEffect(() => {
    const sources = new Map(texts.map((text, index) => [shown[index], text.source]));
    if (frame.current) setSourceAttributes(frame.current, sources);
  });
  return (
    <div ref={frame} className="contents">
      <Form {...withTexts(props, (text) => asTyped.get(text) ?? text)} />
    </div>
  );
}

/** Sets the attribute `data-sanity` of the elements that show these texts. */
function setSourceAttributes(form: HTMLElement, sources: ReadonlyMap<string | undefined, string>): void {
  const walker = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // The suffix of an optional field's label is in brackets, such as ` (optional)`.
    const source = sources.get(node.nodeValue?.replace(/^ \((.*)\)$/, '$1'));
    if (source) node.parentElement?.setAttribute('data-sanity', source);
  }
}
