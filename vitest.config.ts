import { defineConfig } from 'vitest/config';

const needsPostgres = ['**/*.pg.test.ts'];
const slow = ['**/node_modules/**'];

/**
 * Files of a worker share their modules, which hold no state: loading them for each file costs as much as many tests. There
 * is one worker more than CI machines have cores, because many tests wait for PostgreSQL and for timers.
 */
const sharedModules = { isolate: false, maxWorkers: 3 } as const;

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
          ...sharedModules,
          testTimeout: 30_000,
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
          ...sharedModules,
          globalSetup: 'packages/test-support/src/template.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
