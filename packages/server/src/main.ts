#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiling takes half of a start. The cache lies with the code, since whoever can write there can write code; where
// nobody can, there is none.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)));

const { explain } = await import('./app/cli/explain.ts');
const { createProgram } = await import('./app/cli/program.ts');

try {
  await createProgram().parseAsync();
} catch (error) {
  process.stderr.write(`parley: ${explain(error)}\n`);
  // Parts that were built before the failure may still hold timers.
  process.exit(1);
}
