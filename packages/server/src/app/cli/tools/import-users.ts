import { readFile } from 'node:fs/promises';
import { roles } from '@parley/contract/rights/roles.ts';
import { Option, type Command } from 'commander';
import { ApiError } from '../../../engine/api-error.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { createResetLink } from '../../../organization/passwords/ask-for-reset.ts';
import { isEmailAddress } from '../../../organization/users/address.ts';
import { createUser } from '../../../organization/users/create-user.ts';
import { checkFullName } from '../../../organization/users/full-name.ts';
import { define } from '../define.ts';
import { CommandError, reasonOf } from '../explain.ts';
import { realmNamed } from '../find.ts';
import type { Row } from '../output.ts';
import { realmOption, type InRealm } from './parts.ts';
import { parseCsv } from './parse-csv.ts';

type Options = InRealm & { readonly dryRun?: boolean; readonly links?: boolean };
type Person = { readonly line: number; readonly email: string; readonly name: string; readonly role: string };

export function importUsersCommand(): Command {
  return define<Options>({
    name: 'import',
    description:
      'create users from a CSV file with the columns email, name and, if wanted, role; known addresses are left alone',
    arguments: [['<file>', 'CSV file in UTF-8, with a line of column names']],
    options: [
      realmOption(),
      new Option('--links', 'print a link for each new user to choose a password'),
      new Option('--dry-run', 'check everything and change nothing'),
    ],
    run: async (world, [file = ''], options) => {
      const realm = await realmNamed(world.pool, options.realm);
      const people = peopleOf(await readFile(file, 'utf8').catch(unreadable(file)));
      const rows: Row[] = [];
      for (const person of people) rows.push(await importOne(world, realm, person, options));
      const failed = rows.filter(({ result }) => String(result).startsWith('failed')).length;
      const created = rows.filter(({ result }) => result === 'created').length;
      const text = `${created} created, ${rows.length - created - failed} left alone, ${failed} failed.`;
      return { rows, text, isFailure: failed > 0 };
    },
  });
}

function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    throw new CommandError(`Cannot read ${file}: ${reasonOf(error)}`);
  };
}

function peopleOf(text: string): Person[] {
  const [names = [], ...lines] = parseCsv(text);
  const columns = names.map((name) => name.trim().toLowerCase());
  for (const needed of ['email', 'name'])
    if (!columns.includes(needed))
      throw new CommandError(`The first line of the file must name the columns; '${needed}' is missing.`);
  return lines.map((cells, n) => {
    const cell = (name: string): string => cells[columns.indexOf(name)]?.trim() ?? '';
    return { line: n + 2, email: cell('email'), name: cell('name'), role: cell('role') || 'member' };
  });
}

/** Each user has a transaction of its own, so that a mistake in one line does not undo the others. */
async function importOne(
  world: World,
  realm: RealmRow,
  { line, email, name, role }: Person,
  { dryRun = false, links = false }: Options,
): Promise<Row> {
  const row = { line, email, name, role };
  const link = links ? { link: null as string | null } : {};
  try {
    if (!isEmailAddress(email)) throw new CommandError('the e-mail address is not valid');
    if (!Object.hasOwn(roles, role))
      throw new CommandError(`the role must be one of ${Object.keys(roles).join(', ')}`);
    const fullName = checkFullName(name);
    const known = await world.pool.first(
      q
        .selectFrom('realm_user')
        .select('id')
        .where('realm_id', '=', realm.id)
        .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
    );
    if (known !== undefined) return { ...row, result: 'exists', ...link };
    if (dryRun) return { ...row, result: 'would be created', ...link };
    const spec = { email, fullName, role: roles[role as keyof typeof roles], awaitsFirstLogin: true };
    const user = await world.write(realm.id, (tx) => createUser(tx, world, spec));
    return {
      ...row,
      result: 'created',
      ...(links
        ? { link: await world.write(realm.id, (tx) => createResetLink(tx, world, realm, user)) }
        : {}),
    };
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof CommandError)) throw error;
    return { ...row, result: `failed: ${error.message}`, ...link };
  }
}
