import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { numberOf, readMigrations } from '@parley/server/engine/migrations/migration-files.ts';
import { compareVersions } from '@parley/server/engine/migrations/releases.ts';
import { setVersion } from '../../tools/release/set-version.ts';
import { VERSION_FILE, type Checkout } from './checkout.ts';

/** Mistakes of a newer release that the check must find, each as a migration. */
const PLANTED = {
  'drop-column': (old: string) => `-- beside: ${old}\nalter table event_queue drop column rewinds;\n`,
  'no-return': () => 'create table rehearsal ();\n',
  'long-lock': (old: string) =>
    `-- beside: ${old}\nlock table message in access exclusive mode;\nselect pg_sleep(8);\n`,
} as const;

export type Planted = keyof typeof PLANTED;
export const plantedMistakes = Object.keys(PLANTED) as readonly Planted[];

function expansion(old: string): string {
  return `-- beside: ${old}
alter table message add column rehearsal text not null default '';
alter table realm_user add column rehearsal bigint;
create table rehearsal (realm_id bigint not null references realm (id) on delete cascade);
`;
}

/**
 * Adds a migration, a changed function and changed triggers to the newer version, so that there is always something to
 * upgrade. Returns the versions of both programs.
 */
export async function rehearse(
  older: Checkout,
  newer: Checkout,
  planted: Planted | undefined,
): Promise<{ readonly from: string; readonly to: string }> {
  const from = await versionOf(older);
  const to = await raiseVersion(newer, from);
  const directory = path.join(newer.directory, 'packages/server/migrations');
  const last = (await readMigrations(directory)).at(-1)?.name ?? '0';
  const name = `${String(numberOf(last) + 1).padStart(4, '0')}_rehearsal`;
  const text = planted === undefined ? expansion(from) : PLANTED[planted](from);
  await writeFile(path.join(directory, `${name}.sql`), text);
  for (const file of ['functions/append_log.sql', 'triggers.sql'])
    await appendFile(
      path.join(newer.directory, 'packages/server/sql', file),
      '\n-- Changed by a newer release.\n',
    );
  return { from, to };
}

function versionFile({ directory }: Checkout): string {
  return path.join(directory, VERSION_FILE);
}

async function versionOf(checkout: Checkout): Promise<string> {
  const found = /VERSION = '([^']+)'/.exec(await readFile(versionFile(checkout), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${versionFile(checkout)} has no version.`);
  return found;
}

/** A commit that stands in for a release has the version of the work tree; the newer one gets the next. */
async function raiseVersion(newer: Checkout, from: string): Promise<string> {
  const version = await versionOf(newer);
  if (compareVersions(version, from) > 0) return version;
  const [major = 0, minor = 0] = from.split('.').map(Number);
  const raised = `${major}.${minor + 1}.0-dev`;
  setVersion(newer.directory, version, raised);
  return raised;
}
