import { defineConfig } from 'vite';

/** Builds the islands and what they share into files that the site serves from `/islands/` for ever. */
export default defineConfig({
  base: '/islands/',
  publicDir: false,
  build: {
    outDir: '../public/islands',
    // Files of the build before may still be asked for.
    emptyOutDir: false,
    assetsDir: '',
    manifest: 'manifest.json',
    modulePreload: false,
    rolldownOptions: {
      input: ['enquiry-form.ts', 'bill-form.ts'],
      // Everything here runs in the browser: `use client` says nothing.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
