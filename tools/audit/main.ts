import { writeFile } from 'node:fs/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { auditPage } from './page.ts';

readCommandLine({
  name: 'npm run audit:page',
  summary: 'Writes docs/security/audit-entries.md: the entries that each operation makes.',
  options: {},
  example: 'npm run audit:page',
});
await writeFile(new URL('../../docs/security/audit-entries.md', import.meta.url), auditPage());
process.exit();
