import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '@parley/server/engine/version.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { secondsOf } from './bundle/write-bundle.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const { values, fail } = readCommandLine({
  name: 'npm run release:archive',
  summary:
    'Packs a bundle for systems without Debian packages, and writes the checksums of all files of the release.',
  options: {
    bundle: { type: 'string', default: `dist/parley-${VERSION}`, value: 'directory', help: 'the bundle' },
    to: { type: 'string', default: 'dist', value: 'directory', help: 'the directory of the release' },
    level: { type: 'string', default: '12', value: 'number', help: 'level of compression of zstd, 1 to 19' },
  },
  example: 'npm run release:bundle && npm run release:archive',
});

const bundle = path.resolve(values.bundle);
const directory = path.resolve(values.to);
if (!existsSync(path.join(bundle, 'sbom.cdx.json')))
  fail(`${bundle} is no bundle: run release:bundle first.`);
const name = `parley-${VERSION}-linux-x64`;
const seconds = secondsOf(ROOT, process.env['SOURCE_DATE_EPOCH']);

mkdirSync(directory, { recursive: true });
execFileSync('tar', [
  '--create',
  '--sort=name',
  '--format=gnu',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  `--mtime=@${seconds}`,
  // Links keep their targets.
  `--transform=flags=rSH;s,^\\.,${name},`,
  // One thread, because several ones compress to other bytes.
  `--use-compress-program=zstd -q -f -${values.level} --single-thread`,
  `--file=${path.join(directory, `${name}.tar.zst`)}`,
  `--directory=${bundle}`,
  '.',
]);
writeFileSync(
  path.join(directory, `parley-${VERSION}.cdx.json`),
  readFileSync(path.join(bundle, 'sbom.cdx.json')),
);

const files = globSync('{parley[-_]*.{deb,tar.zst,cdx.json,md},releases.json}', {
  cwd: directory,
}).toSorted();
const sums = files.map((file) => {
  const hash = createHash('sha256').update(readFileSync(path.join(directory, file)));
  return `${hash.digest('hex')}  ${file}\n`;
});
writeFileSync(path.join(directory, 'SHA256SUMS'), sums.join(''));
process.stdout.write(sums.join(''));
