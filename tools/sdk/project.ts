import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildPackage } from './build.ts';

/** An empty project with the package installed. */
export type Project = {
  readonly directory: string;
  /** Directory of the installed package. */
  readonly installed: string;
  readonly tarball: string;
  clear(): void;
};

const run = promisify(execFile);

/** Builds and packs the package; returns the path of the tarball. */
export async function pack(place: string): Promise<string> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'parley-sdk-'));
  try {
    await buildPackage(scratch);
    mkdirSync(place, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', place], { cwd: scratch });
    return path.join(place, stdout.trim().split('\n').at(-1) ?? '');
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

export async function emptyProject(): Promise<Project> {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-project-'));
  const tarball = await pack(path.join(directory, 'tarball'));
  writeFileSync(path.join(directory, 'package.json'), '{ "private": true, "type": "module" }\n');
  // The package has no dependencies, so the installation works offline.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: directory });
  return {
    directory,
    installed: path.join(directory, 'node_modules/@parley/client'),
    tarball,
    clear: () => {
      rmSync(directory, { recursive: true });
    },
  };
}

/** Max compressed bytes of the whole client in a web page. */
export function sizeInPage(installed: string): number {
  return gzipSync(readFileSync(path.join(installed, 'parley-client.min.js')), { level: 9 }).length;
}

/** Compressed bytes of the client with every operation. */
export const BUDGET = 26_000;
