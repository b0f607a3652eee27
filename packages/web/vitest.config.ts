import { chromiumOptions } from '@parley/test-support/chromium.ts';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';

/** Ends a test that hangs. */
const HANG_MS = 300_000;
/** Longest step of a user, on a busy machine. */
const STEP_MS = 30_000;

/** Tests of components, in Chromium. */
export default defineProject({
  plugins: [react()],
  optimizeDeps: { include: ['react', 'react-dom/client', 'react-aria-components', 'vitest-browser-react'] },
  test: {
    name: 'browser',
    include: ['src/**/*.test.tsx'],
    setupFiles: 'test/components/setup.ts',
    // Files share a page, and so the modules that it loads: loading them for each file costs as much as the tests.
    isolate: false,
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: STEP_MS } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: chromiumOptions(),
        actionTimeout: STEP_MS,
      }),
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: 'chromium' }],
    },
  },
});
