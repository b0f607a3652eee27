#!/usr/bin/env node
import { explain } from './cli/explain.ts';
import { createProgram } from './cli/program.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  process.stderr.write(`parley: ${explain(error)}\n`);
  // Parts that were built before the failure may still hold timers.
  process.exit(1);
}
