import { defineConfig } from 'vitest/config';

const needsPostgres = ['**/*.pg.test.ts'];
const slow = ['**/node_modules/**'];

/** Ends a test that hangs. No test is judged by its duration: the same one takes many times as long on a busy machine. */
const HANG_MS = 300_000;

const shared = {
  /**
   * Files of a worker share their modules, which hold no state: loading them for each file costs as much as many tests. There
   * is one worker more than CI machines have cores, because many tests wait for PostgreSQL and for timers.
   */
  isolate: false,
  maxWorkers: 3,
  setupFiles: 'packages/test-support/src/fixed-seed.ts',
  testTimeout: HANG_MS,
  hookTimeout: HANG_MS,
  expect: { poll: { timeout: HANG_MS / 2 } },
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'tests/**/*.test.ts',
            'verify/**/*.test.ts',
          ],
          exclude: [...slow, ...needsPostgres],
          ...shared,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [
            'packages/*/src/**/*.pg.test.ts',
            'packages/*/test/**/*.pg.test.ts',
            'tests/**/*.pg.test.ts',
          ],
          exclude: slow,
          ...shared,
          globalSetup: 'packages/test-support/src/template.ts',
        },
      },
      {
        test: {
          name: 'rules',
          include: ['packages/server/src/**/*.rules.ts'],
          runner: 'packages/rules/src/rule-runner.ts',
          ...shared,
          globalSetup: 'packages/test-support/src/template.ts',
        },
      },
      'packages/web/vitest.config.ts',
    ],
  },
});
