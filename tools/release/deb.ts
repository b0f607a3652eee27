import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '@parley/server/engine/version.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { secondsOf } from './bundle/write-bundle.ts';
import { debianVersionOf } from './debian/control.ts';
import { writeDeb } from './debian/write-deb.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const { values } = readCommandLine({
  name: 'npm run release:deb',
  summary: 'Makes the Debian package of a bundle, which release:bundle wrote before, and prints its hash.',
  options: {
    bundle: { type: 'string', default: `dist/parley-${VERSION}`, value: 'directory', help: 'the bundle' },
    to: { type: 'string', default: 'dist', value: 'directory', help: 'the directory of the package' },
    fast: { type: 'boolean', default: false, help: 'compress less, for a trial' },
  },
  example: 'npm run release:bundle && npm run release:deb',
});

const seconds = secondsOf(ROOT, process.env['SOURCE_DATE_EPOCH']);
const file = writeDeb({
  bundle: path.resolve(values.bundle),
  directory: path.resolve(values.to),
  version: debianVersionOf(VERSION, seconds),
  seconds,
  fast: values.fast,
});
const content = readFileSync(file);
const hash = createHash('sha256').update(content).digest('hex');
console.log(`${file}: ${(content.length / 1e6).toFixed(1)} MB, sha256 ${hash}`);
