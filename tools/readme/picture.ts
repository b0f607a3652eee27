import { writeFileSync } from 'node:fs';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { drawDemo } from './terminal.ts';

readCommandLine({
  name: 'npm run readme:picture',
  summary: 'Draws docs/images/demo.svg: the output of the demo in a terminal.',
  options: {},
  example: 'npm run readme:picture',
});
const FILE = new URL('../../docs/images/demo.svg', import.meta.url);
writeFileSync(FILE, drawDemo());
console.log('drawn: docs/images/demo.svg');
