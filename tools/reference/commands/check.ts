import { readFile } from 'node:fs/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import type { Recorded } from '@parley/server/app/reference/recorded.ts';
import { difference } from '../difference.ts';
import { curlPerformer } from '../perform-curl.ts';
import { plainPerformer } from '../perform.ts';
import { pythonPerformer } from '../perform-python.ts';
import { sdkPerformer } from '../perform-sdk.ts';
import { record, recordBusy } from '../record.ts';

const LANGUAGES = { plain: plainPerformer, curl: curlPerformer, python: pythonPerformer, sdk: sdkPerformer };
type Language = keyof typeof LANGUAGES;

const { values, fail } = readCommandLine({
  name: 'npm run reference:check',
  summary:
    'Runs every example of the reference on a server and compares the responses with the recorded ones.',
  options: {
    language: {
      type: 'string',
      value: 'name',
      multiple: true,
      default: ['curl', 'python', 'sdk'],
      help: `${Object.keys(LANGUAGES).join(', ')}; can be repeated`,
    },
  },
  example: 'npm run reference:check -- --language sdk',
});
const chosen = values.language.map((name) =>
  isLanguage(name) ? name : fail(`There is no language '${name}'.`),
);

function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}

const file = new URL('../../../packages/server/src/app/reference/recorded.json', import.meta.url);
const written = JSON.parse(await readFile(file, 'utf8')) as Recorded;

const busy = await recordBusy();
for (const language of chosen) {
  const found = difference(written, await record(LANGUAGES[language], busy));
  if (found === undefined) {
    console.log(`✓ ${language}: ${Object.keys(written.operations).length} examples respond as recorded`);
    continue;
  }
  console.error(`✗ ${language}: ${found}`);
  console.error('If the change is intended, record the examples: npm run reference:record');
  process.exitCode = 1;
}
process.exit();
