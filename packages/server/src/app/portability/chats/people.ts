import { createHash } from 'node:crypto';
import { limits } from '@parley/contract/limits.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { q, sql, toJson, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { SYSTEM_ROLE } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { isFullMember } from '../../../organization/groups/role-groups.ts';
import { isEmailAddress, storedAddress } from '../../../organization/users/address.ts';
import { recordRole } from '../../../organization/users/change-role.ts';
import { initialEmailVisibility, initialSettings } from '../../../organization/users/create-user.ts';
import { checkFullName, nameKeyOf } from '../../../organization/users/full-name.ts';
import { lockAccounts } from '../../../organization/users/last-owner.ts';
import { realmOf } from '../../../organization/users/queries.ts';
import { endAllQueues } from './end-queues.ts';
import type { Person } from './form.ts';
import { findImported, noteImported } from './imported.ts';
import { createReport, type ImportReport } from './report.ts';
import { cutTo, storable } from './texts.ts';
import { writePatiently } from './write-patiently.ts';

/** People whose accounts are created by one transaction. */
const GROUP = 1_000;

/** An account that stands for a person of the other chat. */
export type ImportedAccount = { readonly id: number; readonly name: string; readonly isActive: boolean };

type Making = {
  readonly world: World;
  readonly realmId: number;
  readonly origin: string;
  readonly importId: number;
  /** Whether accounts get the roles and ids of the archive; else they are members and guests. */
  readonly isEmpty: boolean;
  readonly report: ImportReport;
};

/**
 * The accounts of people: those of an earlier import, those with the same address, and new ones, which their owners take over
 * at the first log-in. People without an address become deactivated placeholders.
 */
export async function importPeople(
  making: Making,
  people: readonly Person[],
): Promise<Map<string, ImportedAccount>> {
  const { world, realmId, origin, report } = making;
  const known = await findImported(
    world.pool,
    realmId,
    origin,
    'person',
    people.map(({ key }) => key),
  );
  const missing = people.filter(({ key }) => !known.has(key));
  for (let from = 0; from < missing.length; from += GROUP) {
    const group = missing.slice(from, from + GROUP);
    const { ids, counted } = await writePatiently(world, realmId, async (tx) => {
      // A transaction may be repeated.
      const part = createReport();
      const made = await makeAccounts(tx, { ...making, report: part }, group);
      return { ids: made, counted: part };
    });
    for (const [key, id] of ids) known.set(key, id);
    report.add(counted);
  }
  report.take('people known before', people.length - missing.length);
  return readAccounts(world.pool, realmId, known);
}

async function readAccounts(
  reader: Reader,
  realmId: number,
  ids: ReadonlyMap<string, number>,
): Promise<Map<string, ImportedAccount>> {
  const rows = await reader.all(sql<{ id: number; name: string; active: boolean }>`
    select id, full_name as name, is_active as active from realm_user
    where realm_id = ${realmId} and id = any(${[...new Set(ids.values())]}::bigint[])`);
  const byId = new Map(rows.map(({ id, name, active }) => [id, { id, name, isActive: active }]));
  const accounts = new Map<string, ImportedAccount>();
  for (const [key, id] of ids) {
    const account = byId.get(id);
    if (account !== undefined) accounts.set(key, account);
  }
  return accounts;
}

async function makeAccounts(tx: Tx, making: Making, people: readonly Person[]): Promise<Map<string, number>> {
  await lockAccounts(tx);
  const realm = await realmOf(tx);
  const found = await sameAddresses(tx, making.report, people);
  const owner = await firstOwner(tx);
  const made = new Map<string, number>();
  const missing = firstOfEachAddress(people.filter(({ key }) => !found.has(key)));
  for (const [person, ...others] of missing) {
    const id = await insertAccount(tx, realm, making, person, owner);
    for (const { key } of [person, ...others]) made.set(key, id);
    making.report.take('people merged by address', others.length);
  }
  await noteImported(tx, { origin: making.origin }, 'person', found);
  await noteImported(tx, making, 'person', made);
  await endAllQueues(tx);
  return new Map([...found, ...made]);
}

type Alike = readonly [Person, ...Person[]];

function firstOfEachAddress(people: readonly Person[]): Alike[] {
  const groups = Map.groupBy(people, (person) => addressOf(person)?.toLowerCase() ?? `key ${person.key}`);
  return [...groups.values()].flatMap(([first, ...rest]): Alike[] =>
    first === undefined ? [] : [[first, ...rest]],
  );
}

async function sameAddresses(
  tx: Tx,
  report: ImportReport,
  people: readonly Person[],
): Promise<Map<string, number>> {
  const addresses = people.flatMap((person) => addressOf(person)?.toLowerCase() ?? []);
  const rows = await tx.all(sql<{ id: number; email: string }>`
    select id, lower(delivery_email) as email from realm_user
    where realm_id = ${tx.realmId} and lower(delivery_email) = any(${addresses}::text[])`);
  const byAddress = new Map(rows.map(({ id, email }) => [email, id]));
  const found = new Map<string, number>();
  const notifier = await systemAccount(tx);
  for (const person of people) {
    const id = person.isSystem === true ? notifier : byAddress.get(addressOf(person)?.toLowerCase() ?? '');
    if (id !== undefined) found.set(person.key, id);
  }
  report.take(
    'people found by their address',
    people.filter(({ key, isSystem = false }) => found.has(key) && !isSystem).length,
  );
  return found;
}

/** Addresses of bots belong to the other chat. */
function addressOf({ email, isBot }: Person): string | undefined {
  return !isBot && email !== undefined && isEmailAddress(email) ? storedAddress(email) : undefined;
}

async function systemAccount(reader: Tx): Promise<number | undefined> {
  const row = await reader.first(sql<{ id: number }>`
    select id from realm_user where realm_id = ${reader.realmId} and role = ${SYSTEM_ROLE} order by id limit 1`);
  return row?.id;
}

async function firstOwner(reader: Tx): Promise<number | null> {
  const row = await reader.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', reader.realmId)
      .where('role', '=', roles.owner)
      .where('is_active', '=', true)
      .orderBy('id')
      .limit(1),
  );
  return row?.id ?? null;
}

async function insertAccount(
  tx: Tx,
  realm: RealmRow,
  { world, origin, isEmpty, report }: Making,
  person: Person,
  owner: number | null,
): Promise<number> {
  const email = addressOf(person);
  const isActive = person.isActive && (email !== undefined || (person.isBot && isEmpty));
  const joined = new Date(person.joinedAt ?? world.clock.now());
  const bot = person.isBot ? { type: 1, ownerId: owner ?? 0 } : undefined;
  const spec = {
    ...(bot === undefined ? {} : { bot }),
    ...(person.settings === undefined ? {} : { settings: person.settings }),
  };
  const fullName = nameOf(person);
  const role = isEmpty || person.role === roles.guest ? person.role : roles.member;
  const user = await tx.first(
    q
      .insertInto('realm_user')
      .values({
        realm_id: tx.realmId,
        delivery_email: email ?? placeholder(origin, person.key),
        email_visibility: initialEmailVisibility(realm, spec),
        full_name: fullName,
        name_key: nameKeyOf(fullName),
        role,
        is_active: isActive,
        is_full_member: isFullMember(realm, joined, world.clock.now()),
        is_imported_stub: !person.isBot,
        bot_type: bot?.type ?? null,
        bot_owner_id: person.isBot ? owner : null,
        date_joined: joined,
        awaits_first_login: !person.isBot,
        timezone: person.timezone ?? '',
        avatar_source: 'J',
        settings: toJson(initialSettings(realm, spec)),
      })
      .returning('id'),
  );
  if (user === undefined) throw new Error('The account was not created.');
  if (person.isBot) await tx.all(q.insertInto('bot').values({ realm_id: tx.realmId, user_id: user.id }));
  recordRole(tx, user.id, role);
  report.take(person.isBot ? 'bots' : email === undefined ? 'people without an address' : 'people');
  return user.id;
}

/** An address that nobody receives mail at. */
function placeholder(origin: string, key: string): string {
  const name = createHash('sha256').update(`${origin} ${key}`).digest('hex').slice(0, 24);
  return `imported-${name}@placeholder.invalid`;
}

const FORBIDDEN = /[\p{C}*`\\>"@|]/gu;

/** The name as our accounts can have it. */
function nameOf({ name, key }: Person): string {
  const clean = cutTo(
    storable(name).replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/gu, ' ').trim(),
    limits.fullNameLength,
  );
  try {
    return checkFullName(clean);
  } catch {
    return `Person ${key.replaceAll(/[^A-Za-z0-9-]/g, '').slice(0, 40) || 'without a name'}`;
  }
}
