import path from 'node:path';
import { VERSION } from '@parley/server/engine/version.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { bytesIn, hashOf } from './bundle/directory.ts';
import { secondsOf, writeBundle } from './bundle/write-bundle.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const { values } = readCommandLine({
  name: 'npm run release:bundle',
  summary: 'Writes a directory with everything that a server needs besides PostgreSQL, and prints its hash.',
  options: {
    to: { type: 'string', default: `dist/parley-${VERSION}`, value: 'directory', help: 'the directory' },
    web: { type: 'string', value: 'directory', help: 'a built web client, instead of building it' },
    postgres: {
      type: 'boolean',
      default: false,
      help: 'with PostgreSQL inside, for trials (parley serve --local)',
    },
  },
  example: 'npm run release:bundle -- --to /tmp/parley',
});

const target = path.resolve(values.to);
const web = values.web === undefined ? undefined : path.resolve(values.web);
const seconds = secondsOf(ROOT, process.env['SOURCE_DATE_EPOCH']);
await writeBundle({ root: ROOT, target, version: VERSION, seconds, web, postgres: values.postgres });
console.log(`${target}: ${(bytesIn(target) / 1e6).toFixed(1)} MB, sha256 ${hashOf(target)}`);
