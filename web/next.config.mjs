// Node imports the TypeScript file as a module. Next itself would compile it to CommonJS.
export { default } from './next-config.ts';
