/** Writes the hash of the current API into the history: `npm run contract:accept -- "why it changed"`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { wireHash } from '@parley/contract/wire.ts';

type Wire = { hash: string; history: { date: string; hash: string; why: string }[] };

const file = new URL('../../packages/contract/wire.json', import.meta.url);
const wire = JSON.parse(readFileSync(file, 'utf8')) as Wire;
const why = process.argv.slice(2).join(' ').trim();
const hash = await wireHash();

if (hash === wire.hash) {
  console.log('The API is the one that was accepted last; there is nothing to do.');
} else if (why === '') {
  console.error('Say why the API changed: npm run contract:accept -- "why"');
  process.exitCode = 1;
} else {
  const date = new Date().toISOString().slice(0, 10);
  const history = [...wire.history, { date, hash, why }];
  writeFileSync(file, `${JSON.stringify({ hash, history }, null, 2)}\n`);
  console.log(`Accepted ${hash}.`);
}
