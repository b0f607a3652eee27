import { writeFile } from 'node:fs/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { coveragePage } from './coverage/page.ts';

readCommandLine({
  name: 'npm run coverage',
  summary: 'Writes docs/api/coverage.md: every operation, its rules, and the clients that call it.',
  options: {},
  example: 'npm run coverage',
});
await writeFile(new URL('../../docs/api/coverage.md', import.meta.url), coveragePage());
process.exit();
