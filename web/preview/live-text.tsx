'use client';

import { type JSXElementConstructor, useEffect, useRef, useSyncExternalStore } from 'react';
import { z } from 'zod/mini';
import { withTexts } from '#web/content/with-texts.ts';
import type { Owner } from './marks.ts';
import { fillTypedWith, followTyping, onTyping, typedText } from './typed-texts.ts';

type Field = Pick<Owner, 'id' | 'path'>;

/** A text as typed in the Studio, otherwise as stored. */
export function LiveText({ text, ...field }: Field & { text: string }) {
  const typed = useSyncExternalStore(
    onTyping,
    () => typedText(field),
    () => undefined,
  );
  return typed ?? text;
}

/** Lets the texts of a page follow the Studio; `values` fill their placeholders. */
export function FollowTyping({ values }: { values: Record<string, string> }) {
  useEffect(() => fillTypedWith(values), [values]);
  useEffect(followTyping, []);
  return null;
}

type FormProps = Record<string, unknown>;
type FormText = Field & { text: string; leadsTo: string };

/** The same for a form, whose texts are matched by value in its props and elements. */
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
  // A string, since snapshots are compared by identity.
  const typed = useSyncExternalStore(
    onTyping,
    () => JSON.stringify(texts.map((text) => typedText(text) ?? text.text)),
    () => JSON.stringify(texts.map(({ text }) => text)),
  );
  const shown = z.array(z.string()).parse(JSON.parse(typed));
  const asTyped = new Map(texts.map(({ text }, index) => [text, shown[index]]));
  useEffect(() => {
    const leadsTo = new Map(texts.map((text, index) => [shown[index], text.leadsTo]));
    if (frame.current) tellOwners(frame.current, leadsTo);
  });
  return (
    <div ref={frame} className="contents">
      <Form {...withTexts(props, (text) => asTyped.get(text) ?? text)} />
    </div>
  );
}

function tellOwners(form: HTMLElement, leadsTo: ReadonlyMap<string | undefined, string>): void {
  const walker = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Optional labels stand in brackets.
    const field = leadsTo.get(node.nodeValue?.replace(/^ \((.*)\)$/, '$1'));
    if (field) node.parentElement?.setAttribute('data-sanity', field);
  }
}
