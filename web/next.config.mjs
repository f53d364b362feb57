// Node imports TypeScript; Next would make CommonJS of it, which cannot.
export { default } from './next-config.ts';
