// Writes docs/api/coverage.md: every operation, its rules, and who calls it.
import { writeFile } from 'node:fs/promises';
import { coveragePage } from './coverage/page.ts';

await writeFile(new URL('../../docs/api/coverage.md', import.meta.url), coveragePage());
process.exit();
