import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type RepositoryOptions = {
  readonly directory: string;
  /** The key that signs, by its fingerprint, in the usual key ring or another one. */
  readonly key: string;
  readonly keyRing: string | undefined;
  /** Packages by suite. A suite has one version of a package, so the release before is in a suite of its own. */
  readonly suites: Readonly<Record<'stable' | 'previous', string | undefined>>;
};

/** Writes a signed apt repository with reprepro, and beside it the public key. */
export function writeRepository({ directory, key, keyRing, suites }: RepositoryOptions): void {
  const env = { ...process.env, ...(keyRing === undefined ? {} : { GNUPGHOME: keyRing }) };
  for (const folder of ['conf', 'db', 'dists', 'pool'])
    rmSync(path.join(directory, folder), { recursive: true, force: true });
  mkdirSync(path.join(directory, 'conf'), { recursive: true });
  const distributions = Object.keys(suites).map((suite) =>
    [
      'Origin: Parley',
      'Label: Parley',
      `Codename: ${suite}`,
      'Architectures: amd64',
      'Components: main',
      `SignWith: ${key}`,
      '',
    ].join('\n'),
  );
  writeFileSync(path.join(directory, 'conf/distributions'), distributions.join('\n'));
  for (const [suite, deb] of Object.entries(suites)) {
    const task = deb === undefined ? ['export', suite] : ['includedeb', suite, deb];
    execFileSync('reprepro', ['--silent', '--basedir', directory, ...task], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const exported = execFileSync('gpg', ['--batch', '--export', key], { env });
  writeFileSync(path.join(directory, 'parley.gpg'), exported);
}
