import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { pack } from '../project.ts';

const { positionals } = readCommandLine({
  name: 'npm run sdk:pack',
  summary: 'Builds the npm package of the SDK and writes its tarball.',
  options: {},
  positionals: { directory: 'where the tarball is written (default: dist)' },
  example: 'npm run sdk:pack -- /tmp/packages',
});
console.log(await pack(path.resolve(positionals[0] ?? 'dist')));
