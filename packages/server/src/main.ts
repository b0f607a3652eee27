#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compilation takes half of the start-up time. The cache lies next to the code because write access there already
// allows changing the code; a read-only installation runs without a cache.
const cache = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
enableCompileCache(cache);
// Threads have a cache of their own, and find it by this variable. With it they take half of the memory.
process.env['NODE_COMPILE_CACHE'] ??= cache;

const { explain } = await import('./app/cli/explain.ts');
const { createProgram } = await import('./app/cli/program.ts');
const { checkBuild } = await import('./app/cli/check-build.ts');

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  checkBuild();
  await createProgram().parseAsync();
} catch (error) {
  process.stderr.write(`parley: ${explain(error)}\n`);
  // Components built before the failure may have timers that keep the process alive.
  process.exit(1);
}
