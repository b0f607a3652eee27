import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Files that read the elapsed time, with the reason why a busy machine does not fail them. */
const READS_TIME: Readonly<Record<string, string>> = {
  'packages/server/src/chat/mail-gateway/mail-gateway.pg.test.ts':
    'a limit refills with time; the time that passed only widens what is expected',
};

test('tests compare no durations: a busy machine must not decide whether they pass', () => {
  const files = execFileSync('git', ['ls-files', 'packages/**/*.test.ts', 'tests/*.test.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const reading = files
    .split('\n')
    .filter((file) => file !== '' && file !== 'tests/wall-clock.test.ts')
    .filter((file) => /\bperformance\.now\(/.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(reading.filter((file) => !(file in READS_TIME))).toEqual([]);
});
