import { defineConfig } from 'vite';

/** Builds the islands into immutable files below `/islands/`. */
export default defineConfig({
  base: '/islands/',
  publicDir: false,
  build: {
    outDir: '../public/islands',
    // Files of the previous build may still be requested.
    emptyOutDir: false,
    assetsDir: '',
    manifest: 'manifest.json',
    modulePreload: false,
    rolldownOptions: {
      input: ['enquiry-form.ts', 'bill-form.ts', 'visit.ts'],
      // A request for each would cost more than its bytes.
      output: {
        codeSplitting: { groups: [{ name: 'shared', test: /contracts\/(?:phone|report-visit)\.ts$/ }] },
      },
      // Everything here runs in the browser: `use client` has no meaning.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
