import { fileURLToPath } from 'node:url';

/** The program that tests start as processes: its sources, or the built server that a run names. */
export const PROGRAM =
  process.env['PARLEY_TEST_PROGRAM'] ?? fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
