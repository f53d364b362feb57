// Node imports TypeScript; Next would compile it to CommonJS.
export { default } from './next-config.ts';
