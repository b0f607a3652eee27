import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { notesOf, releaseListOf, sectionsOf } from './notes.ts';

type Options = {
  readonly root: string;
  readonly version: string;
  readonly directory: string;
  /** Fingerprint of the key that signs the checksums. */
  readonly key: string | undefined;
};

/**
 * Writes everything that is published for a release: package, archive, bill of materials, notes, list of releases and
 * checksums. Its parts run as programs of their own, because they read the version that the release has just got.
 */
export function writeArtefacts({ root, version, directory, key }: Options): void {
  const bundle = path.join(root, 'dist', `parley-${version}`);
  const run = (tool: string, ...options: string[]): void => {
    execFileSync(process.execPath, [path.join(root, 'tools/release', `${tool}.ts`), ...options], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  };
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const sections = sectionsOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'));
  const section = sections.find((one) => one.version === version);
  if (section === undefined) throw new Error(`CHANGELOG.md does not describe ${version}.`);
  writeFileSync(path.join(directory, `parley-${version}.md`), notesOf(section));
  writeFileSync(path.join(directory, 'releases.json'), releaseListOf(sections));
  run('bundle', '--to', bundle);
  run('deb', '--bundle', bundle, '--to', directory);
  run('archive', '--bundle', bundle, '--to', directory);
  if (key !== undefined)
    execFileSync('gpg', [
      '--batch',
      '--yes',
      `--local-user=${key}`,
      '--armor',
      '--detach-sign',
      path.join(directory, 'SHA256SUMS'),
    ]);
}
