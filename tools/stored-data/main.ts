import { writeFile } from 'node:fs/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { storedDataPage } from './page.ts';

readCommandLine({
  name: 'npm run stored-data',
  summary: 'Writes docs/operating/stored-data.md: the purpose of every column, and how long rows are kept.',
  options: {},
  example: 'npm run stored-data',
});
await writeFile(new URL('../../docs/operating/stored-data.md', import.meta.url), storedDataPage());
process.exit();
