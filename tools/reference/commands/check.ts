// Runs the examples of the reference as they stand, in every language, and compares what comes back with what is
// written there. Also says which operations, events and errors have no example yet.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Recorded } from '@parley/server/app/reference/recorded.ts';
import { difference } from '../difference.ts';
import { curlPerformer } from '../perform-curl.ts';
import { plainPerformer } from '../perform.ts';
import { pythonPerformer } from '../perform-python.ts';
import { sdkPerformer } from '../perform-sdk.ts';
import { record } from '../record.ts';

const LANGUAGES = { plain: plainPerformer, curl: curlPerformer, python: pythonPerformer, sdk: sdkPerformer };
type Language = keyof typeof LANGUAGES;

const { values } = parseArgs({ options: { language: { type: 'string', multiple: true } } });
const chosen = (values.language ?? ['curl', 'python', 'sdk']) as Language[];

const file = new URL('../../../packages/server/src/app/reference/recorded.json', import.meta.url);
const written = JSON.parse(await readFile(file, 'utf8')) as Recorded;

for (const language of chosen) {
  const found = difference(written, await record(LANGUAGES[language]));
  if (found === undefined) {
    console.log(
      `✓ ${language}: ${Object.keys(written.operations).length} examples do what the reference says`,
    );
    continue;
  }
  console.error(`✗ ${language}: ${found}`);
  console.error('If that is meant, write it down anew: npm run reference:record');
  process.exitCode = 1;
}
process.exit();
