import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account of PostgreSQL, which does not run as root; nothing where the drill has an account of its own. */
export type Owner = { readonly uid?: number; readonly gid?: number };

/** Where a drill keeps everything. */
export type OwnDirectory = {
  readonly path: string;
  readonly owner: Owner;
  /** Makes a directory inside that PostgreSQL's account owns. */
  readonly make: (name: string) => string;
  /** Runs a program as that account; the result is what it prints. */
  readonly run: (command: string, ...args: readonly string[]) => Promise<string>;
  readonly remove: () => void;
};

export function makeOwnDirectory(name: string): OwnDirectory {
  const directory = mkdtempSync(path.join(tmpdir(), `parley-${name}-`));
  // Other accounts pass through.
  chmodSync(directory, 0o755);
  const owner = ownerHere();
  return {
    path: directory,
    owner,
    make: (inside) => {
      const made = path.join(directory, inside);
      mkdirSync(made, { mode: 0o700 });
      if (owner.uid !== undefined) chownSync(made, owner.uid, owner.gid ?? owner.uid);
      return made;
    },
    run: async (command, ...args) =>
      (await run(command, args, { ...owner, cwd: directory, env: ENVIRONMENT })).stdout,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Programs of the packages, and nothing of this process's settings. */
export const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/bin', LANG: 'C.UTF-8' };

function ownerHere(): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
