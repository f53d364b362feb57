import { type ComponentType, createElement } from 'react';

type Props = { form: ComponentType<object>; props: object };

/** Stands for `web/islands/island.tsx` in unit tests: whether a form is hydrated is asked of a request, of which there is none. */
export const Island = ({ form, props }: Props) => createElement(form, props);
