import { defineConfig } from 'vitest/config';

const needsPostgres = ['**/*.pg.test.ts'];
const slow = ['**/node_modules/**'];

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
          globalSetup: 'packages/test-support/src/template.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
