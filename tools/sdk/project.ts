import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildPackage } from './build.ts';

/** An empty project of somebody who has just installed the package. */
export type Project = {
  readonly directory: string;
  /** The package as it is installed. */
  readonly installed: string;
  readonly tarball: string;
  clear(): void;
};

const run = promisify(execFile);

/** Builds the package and packs it; answers the tarball. */
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
  // Whoever installs it needs nothing else, not even the network.
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

/** Bytes that a page loads for the whole client, compressed. */
export function sizeInPage(installed: string): number {
  return gzipSync(readFileSync(path.join(installed, 'parley-client.min.js')), { level: 9 }).length;
}

/** The whole client with every operation. */
export const BUDGET = 26_000;
