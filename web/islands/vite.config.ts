import { defineConfig } from 'vite';

/** Builds the islands as immutable files below `/islands/`. */
export default defineConfig({
  base: '/islands/',
  publicDir: false,
  build: {
    outDir: '../public/islands',
    // Open pages may still request files of the previous build.
    emptyOutDir: false,
    assetsDir: '',
    manifest: 'manifest.json',
    modulePreload: false,
    rolldownOptions: {
      input: ['enquiry-form.ts', 'bill-form.ts', 'after-paint.ts'],
      // One file for the shared modules: each is too small for a request of its own.
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', test: /(?:contracts\/phone|browser\/attribution)\.ts$/ }],
        },
      },
      // All of this code runs in the browser, so `use client` has no effect.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
