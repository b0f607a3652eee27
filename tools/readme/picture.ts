// Draws docs/images/demo.svg: what the demo prints, as a terminal would show it.
import { writeFileSync } from 'node:fs';
import { drawDemo } from './terminal.ts';

const FILE = new URL('../../docs/images/demo.svg', import.meta.url);
writeFileSync(FILE, drawDemo());
console.log('drawn: docs/images/demo.svg');
