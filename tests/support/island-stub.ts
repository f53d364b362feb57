import { type ComponentType, createElement } from 'react';

type Props = { form: ComponentType<object>; props: object };

/** Replaces `web/islands/island.tsx` in unit tests, which have no request to decide whether a form is hydrated. */
export const Island = ({ form, props }: Props) => createElement(form, props);
