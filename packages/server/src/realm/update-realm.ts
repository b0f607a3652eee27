import { realmPermissions, type RealmPermission } from '@parley/contract/objects/permission-settings.ts';
import {
  realmSettings,
  type RealmSettingName,
  type RealmSettings,
} from '@parley/contract/objects/realm-settings.ts';
import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { updateRealm as contract } from '@parley/contract/endpoints/realm.ts';
import type { Config } from '../config.ts';
import { q, toJson } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { systemGroupIds, type SystemGroupIds } from '../groups/queries.ts';
import { recountFullMembers } from '../groups/role-groups.ts';
import { everyone } from '../log/audience.ts';
import { endGuestsQueues } from '../people/end-guests-queues.ts';
import { ownersOnly } from '../people/gates.ts';
import type { Actor } from '../people/person.ts';
import { changeSettings } from './change-settings.ts';
import { checkPermission } from './check-permission.ts';
import { checkSettings, type RealmParameters } from './check-settings.ts';
import { permissionsOf } from './permissions.ts';
import { lockRealm, type RealmRow } from './realm.ts';
import { realmSettingsOf } from './settings.ts';

type Changes = ResultOf<typeof contract>;

/** Changes settings and permissions, all or none. Answers what changed, as the API says it. */
export const updateRealm = async (
  tx: Tx,
  actor: Actor,
  given: RealmParameters,
  { config, now }: { config: Config; now: number },
): Promise<Changes> => {
  checkRights(actor, given);
  const realm = await lockRealm(tx);
  const wanted = checkSettings(given, { current: realmSettingsOf(realm), config });
  const groups = await systemGroupIds(tx, tx.realmId);
  const holders = await checkPermissions(tx, realm, given, groups);

  const changed = await changeSettings(tx, realm, wanted);
  const answers = changed.map((name) => [name, answerTo(name, wanted, given)]);
  if (changed.includes('waiting_period_threshold'))
    await recountFullMembers(tx, { ...realm, settings: { ...realm.settings, ...wanted } }, now);
  await changePermissions(tx, realm, holders, groups);
  return { ...Object.fromEntries(answers), ...holders } as Changes;
};

/** Some settings are the owners'. */
const checkRights = (actor: Actor, given: RealmParameters): void => {
  const table = { ...realmSettings, ...realmPermissions };
  const named = Object.keys(given) as (keyof typeof table)[];
  if (named.some((name) => given[name] !== undefined && table[name].ownerOnly)) ownersOnly(actor);
};

/** Texts are not said back. */
const answerTo = (
  name: RealmSettingName,
  wanted: Partial<RealmSettings>,
  given: RealmParameters,
): unknown => {
  if (realmSettings[name].answersUpdated) return 'updated';
  return name === 'authentication_methods' ? given[name] : wanted[name];
};

type Holders = Partial<Record<RealmPermission, number>>;

/** Who is to hold the permissions that really change. */
const checkPermissions = async (
  tx: Tx,
  realm: RealmRow,
  given: RealmParameters,
  systemGroups: SystemGroupIds,
): Promise<Holders> => {
  const held = permissionsOf(realm, systemGroups);
  const holders: Holders = {};
  for (const name of Object.keys(realmPermissions) as RealmPermission[]) {
    const change = given[name];
    if (change === undefined) continue;
    const current = held[name];
    const holder = await checkPermission(tx, { realmId: tx.realmId, name, change, current, systemGroups });
    if (holder !== current) holders[name] = holder;
  }
  return holders;
};

const changePermissions = async (
  tx: Tx,
  realm: RealmRow,
  holders: Holders,
  groups: SystemGroupIds,
): Promise<void> => {
  const changed = Object.entries(holders) as [RealmPermission, number][];
  if (changed.length === 0) return;
  const next = permissionsOf({ permissions: { ...realm.permissions, ...holders } }, groups);
  const standard = permissionsOf({ permissions: {} }, groups);
  const stored = Object.entries(next).filter(([name, id]) => standard[name as RealmPermission] !== id);
  await tx.all(
    q
      .updateTable('realm')
      .set({ permissions: toJson(Object.fromEntries(stored)) })
      .where('id', '=', tx.realmId),
  );
  for (const [name, id] of changed)
    tx.emit(everyone, { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: id } });
  if (holders.can_access_all_users_group !== undefined) await endGuestsQueues(tx);
};
