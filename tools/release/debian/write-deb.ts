import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createProgram } from '@parley/server/app/cli/program.ts';
import { bytesIn, filesIn, normalize } from '../bundle/directory.ts';
import { completionOf } from './completion.ts';
import { controlOf } from './control.ts';

export type DebOptions = {
  readonly bundle: string;
  /** The directory of the package; its name is Debian's usual one. */
  readonly directory: string;
  readonly version: string;
  readonly seconds: number;
  /** Compresses less, for packages that are only tried. */
  readonly fast: boolean;
};

const PROGRAM = '/usr/lib/parley';
const SCRIPTS = ['config', 'postinst', 'prerm', 'postrm', 'templates'];

/** Makes the Debian package of a bundle and returns its file. */
export function writeDeb({ bundle, directory, version, seconds, fast }: DebOptions): string {
  mkdirSync(directory, { recursive: true });
  const stage = mkdtempSync(path.join(directory, 'stage-'));
  try {
    layOut(bundle, stage, version);
    normalize(stage, seconds);
    const file = path.join(directory, `parley_${version}_amd64.deb`);
    const compression = fast ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6'];
    // One thread, because several ones compress to other bytes.
    execFileSync(
      'dpkg-deb',
      ['--root-owner-group', '--threads-max=1', ...compression, '--build', stage, file],
      {
        env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    return file;
  } finally {
    rmSync(stage, { recursive: true });
  }
}

function layOut(bundle: string, stage: string, version: string): void {
  const deploy = path.join(bundle, 'deploy');
  const put = (from: string, to: string): void => {
    mkdirSync(path.join(stage, path.dirname(to)), { recursive: true });
    cpSync(from, path.join(stage, to), { recursive: true });
  };
  const write = (to: string, content: string | Buffer): void => {
    mkdirSync(path.join(stage, path.dirname(to)), { recursive: true });
    writeFileSync(path.join(stage, to), content);
  };
  put(bundle, PROGRAM);
  put(path.join(deploy, 'debian/parley'), '/usr/bin/parley');
  for (const unit of ['parley.service', 'parley@.service'])
    put(path.join(deploy, unit), `/usr/lib/systemd/system/${unit}`);
  write('/usr/share/bash-completion/completions/parley', completionOf(createProgram()));
  const documents = '/usr/share/doc/parley';
  write(`${documents}/copyright`, copyrightOf(bundle));
  write(`${documents}/changelog.gz`, gzipSync(readFileSync(path.join(bundle, 'CHANGELOG.md')), { level: 9 }));
  symlinkSync('../../../lib/parley/docs', path.join(stage, documents, 'docs'));
  symlinkSync('../../../lib/parley/deploy', path.join(stage, documents, 'examples'));
  const sums = filesIn(stage).map((file) => `${md5Of(path.join(stage, file))}  ${file}\n`);
  const kilobytes = Math.ceil(bytesIn(stage) / 1024);
  for (const script of SCRIPTS) put(path.join(deploy, 'debian', script), `DEBIAN/${script}`);
  write('DEBIAN/md5sums', sums.join(''));
  write('DEBIAN/control', controlOf(version, kilobytes));
}

function copyrightOf(bundle: string): string {
  return [
    'Parley is licensed under the Apache License 2.0 (/usr/share/common-licenses/Apache-2.0).',
    `Packages inside have licenses of their own: ${PROGRAM}/NOTICES.txt`,
    '',
    readFileSync(path.join(bundle, 'LICENSE'), 'utf8'),
  ].join('\n');
}

function md5Of(file: string): string {
  return createHash('md5').update(readFileSync(file)).digest('hex');
}
