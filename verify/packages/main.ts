import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { VERSION } from '@parley/server/engine/version.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { bytesIn, hashOf } from '../../tools/release/bundle/directory.ts';
import { secondsOf, writeBundle } from '../../tools/release/bundle/write-bundle.ts';
import { debianVersionOf } from '../../tools/release/debian/control.ts';
import { writeDeb } from '../../tools/release/debian/write-deb.ts';
import { tryBundle } from './bundle-trial.ts';
import { checkContents } from './deb-contents.ts';
import { tryMachine } from './machine-trial.ts';
import { createSteps, StepError } from './steps.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const { values, fail } = readCommandLine({
  name: 'npm run packages',
  summary:
    'Builds the bundle and the Debian package, and installs, upgrades, returns and purges it in a booted Debian, which needs root, debootstrap, systemd-container and reprepro.',
  options: {
    short: {
      type: 'boolean',
      default: false,
      help: 'the bundle runs and the package is complete; no machine',
    },
    web: { type: 'string', value: 'directory', help: 'a built web client, instead of building it' },
    base: {
      type: 'string',
      value: 'directory',
      default: path.join(ROOT, 'node_modules/.cache/packages/debian'),
      help: 'a bare Debian, made on the first run',
    },
  },
  example: 'npm run packages -- --short',
});
if (!values.short && process.getuid?.() !== 0)
  fail('A machine can only be booted by root; --short needs none.');

async function main(work: string): Promise<boolean> {
  const steps = createSteps('packages');
  const seconds = secondsOf(ROOT, process.env['SOURCE_DATE_EPOCH']);
  const bundle = path.join(work, 'parley');
  const web = values.web === undefined ? undefined : path.resolve(values.web);
  const version = debianVersionOf(VERSION, seconds);
  try {
    await steps.step('bundle: build', async () => {
      await writeBundle({ root: ROOT, target: bundle, version: VERSION, seconds, web, postgres: false });
      return `${megabytes(bytesIn(bundle))}, sha256 ${hashOf(bundle).slice(0, 16)}…`;
    });
    await tryBundle(steps, bundle, path.join(work, 'bundle'));
    let deb = '';
    await steps.step('package: build', () => {
      deb = writeDeb({ bundle, directory: work, version, seconds, fast: true });
      return megabytes(statSync(deb).size);
    });
    await steps.step('package: contents', () => checkContents(deb));
    if (!values.short)
      await tryMachine(steps, { bundle, version, seconds, base: path.resolve(values.base), work });
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
  }
  return steps.end();
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

const work = mkdtempSync(path.join(tmpdir(), 'parley-packages-'));
// Other users run the bundle too.
chmodSync(work, 0o755);
try {
  process.exitCode = (await main(work)) ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
