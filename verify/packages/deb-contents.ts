import { run } from './run.ts';
import { check } from './steps.ts';

/** Files without which an installation does not work. */
const NEEDED = [
  './usr/bin/parley',
  './usr/lib/parley/bin/node',
  './usr/lib/parley/packages/server/dist/main.js',
  './usr/lib/parley/packages/server/dist/picture-process.js',
  './usr/lib/parley/packages/web/dist/index.html',
  './usr/lib/parley/sbom.cdx.json',
  './usr/lib/systemd/system/parley.service',
  './usr/lib/systemd/system/parley@.service',
  './usr/share/bash-completion/completions/parley',
  './usr/share/doc/parley/copyright',
];
const FOLDERS = /^\.\/(?:usr\/(?:bin|lib|share)\/.*|usr\/(?:bin|lib|share)?)?$/;

type Entry = { readonly mode: string; readonly owner: string; readonly file: string };

/** Checks names, owners and rights of everything in a package; returns a note for the table. */
export function checkContents(deb: string): string {
  const entries = run('dpkg-deb', ['--contents', deb])
    .trimEnd()
    .split('\n')
    .map((line): Entry => {
      const [mode = '', owner = '', , , , file = ''] = line.split(/\s+/);
      return { mode, owner, file };
    });
  const files = new Set(entries.map(({ file }) => file));
  const missing = NEEDED.filter((file) => !files.has(file));
  check(missing.length === 0, `the package lacks ${missing.join(', ')}`);
  const foreign = entries.filter(({ owner }) => owner !== 'root/root');
  check(foreign.length === 0, `${foreign[0]?.file} does not belong to root`);
  const loose = entries.filter(({ mode }) => /^[^l](?:.{2}s|.{5}s|.{4}w|.{7}w)/.test(mode));
  check(loose.length === 0, `${loose[0]?.file} has the rights ${loose[0]?.mode}`);
  const stray = entries.filter(({ file }) => !FOLDERS.test(file));
  check(stray.length === 0, `${stray[0]?.file} is outside of the folders of packages`);
  return `${entries.length} files and folders`;
}
