import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { wireHash } from '@parley/contract/wire.ts';

type Wire = { hash: string; history: { date: string; hash: string; why: string }[] };

const { positionals, fail } = readCommandLine({
  name: 'npm run contract:accept',
  summary: 'Writes the hash of the current API into the history in packages/contract/wire.json.',
  options: {},
  positionals: { reason: 'why the API changed' },
  example: 'npm run contract:accept -- "add the operation get-thread"',
});
const file = new URL('../../packages/contract/wire.json', import.meta.url);
const wire = JSON.parse(readFileSync(file, 'utf8')) as Wire;
const why = positionals.join(' ').trim();
const hash = await wireHash();

if (hash === wire.hash) {
  console.log('The API has not changed since it was last accepted.');
} else if (why === '') {
  fail('Give the reason for the change.');
} else {
  const date = new Date().toISOString().slice(0, 10);
  const history = [...wire.history, { date, hash, why }];
  writeFileSync(file, `${JSON.stringify({ hash, history }, null, 2)}\n`);
  console.log(`Accepted ${hash}.`);
}
