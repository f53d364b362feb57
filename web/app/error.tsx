'use client';

import { UnexpectedError } from './unexpected-error.tsx';

export default UnexpectedError;
