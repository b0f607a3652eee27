import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { bundleServer } from './bundle/server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

readCommandLine({
  name: 'npm run server:build',
  summary: 'Writes the server with its packages to packages/server/dist, as installations run it.',
  options: {},
  example: 'npm run server:build',
});
await bundleServer(ROOT, path.join(ROOT, 'packages/server/dist'));
