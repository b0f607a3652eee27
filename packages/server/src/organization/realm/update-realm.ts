import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { updateRealm as contract } from '@parley/contract/endpoints/realm.ts';
import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import { type RealmPermission, realmPermissions } from '@parley/contract/objects/permission-settings.ts';
import {
  type RealmSettingName,
  realmSettings,
  type RealmSettings,
} from '@parley/contract/objects/realm-settings.ts';
import type { Config } from '../../engine/config.ts';
import { isLimited, lockRealm, type RealmRow } from '../../engine/db/realm.ts';
import { q, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { changeGroupSetting, type ChangedHolder } from '../groups/group-setting.ts';
import { recountFullMembers } from '../groups/role-groups.ts';
import { systemGroupIds, type SystemGroupIds } from '../groups/rows.ts';
import { changeSettings } from './change-settings.ts';
import { checkChannels } from './check-channels.ts';
import { checkSettings, type RealmParameters } from './check-settings.ts';
import { permissionsOf, storedPermissions } from './permissions.ts';
import { shownSettingsOf } from './settings.ts';
import { ownersOnly } from '../users/gates.ts';
import { deleteAllGuestQueues } from '../users/visibility/delete-guest-queues.ts';

type Changes = ResultOf<typeof contract>;

/** Changes settings and permissions, all or none. Returns the changes in the form of the API response. */
export async function updateRealm(
  tx: Tx,
  actor: Actor,
  given: RealmParameters,
  { config, now }: { config: Config; now: number },
): Promise<Changes> {
  checkRights(actor, given);
  const realm = await lockRealm(tx);
  const wanted = checkSettings(given, { current: shownSettingsOf(realm, config), config });
  await checkChannels(tx, { ...actor, realm }, wanted);
  const groups = await systemGroupIds(tx, tx.realmId);
  const holders = await resolvePermissions(tx, realm, given, groups);

  const changed = await changeSettings(tx, realm, wanted, { config, now });
  const results = changed.map((name) => [name, resultFor(name, wanted, given)]);
  if (changed.includes('waiting_period_threshold'))
    await recountFullMembers(tx, { ...realm, settings: { ...realm.settings, ...wanted } }, now);
  await changePermissions(tx, realm, holders, groups);
  return { ...Object.fromEntries(results), ...valuesOf(holders) } as Changes;
}

/** Throws if a given setting or permission is reserved for owners. */
function checkRights(actor: Actor, given: RealmParameters): void {
  const table = { ...realmSettings, ...realmPermissions };
  const named = Object.keys(given) as (keyof typeof table)[];
  if (named.some((name) => given[name] !== undefined && table[name].ownerOnly)) ownersOnly(actor);
}

/** The response has 'updated' instead of long texts. */
function resultFor(name: RealmSettingName, wanted: Partial<RealmSettings>, given: RealmParameters): unknown {
  if (realmSettings[name].answersUpdated) return 'updated';
  return name === 'authentication_methods' ? given[name] : wanted[name];
}

type Holders = { readonly [P in RealmPermission]?: ChangedHolder };

/** Finds or creates the groups that hold the changed permissions. */
async function resolvePermissions(
  tx: Tx,
  realm: RealmRow,
  given: RealmParameters,
  systemGroups: SystemGroupIds,
): Promise<Holders> {
  const currentHolders = permissionsOf(realm, systemGroups);
  const holders: { [P in RealmPermission]?: ChangedHolder } = {};
  for (const name of Object.keys(realmPermissions) as RealmPermission[]) {
    const change = given[name];
    if (change === undefined) continue;
    const grant = { name, setting: realmPermissions[name], systemGroups, current: currentHolders[name] };
    const holder = await changeGroupSetting(tx, grant, change);
    if (holder === undefined) continue;
    refuseUnsupported(name, realm);
    holders[name] = holder;
  }
  return holders;
}

/** Throws for permissions that this server or the organization's plan does not support. */
function refuseUnsupported(name: RealmPermission, realm: RealmRow): void {
  if (name === 'workplace_users_group')
    throw badRequest('This server does not support workplace_users_group.');
  if (name === 'can_create_groups' && isLimited(realm))
    throw badRequest('The plan of this organization does not include custom groups.');
}

async function changePermissions(
  tx: Tx,
  realm: RealmRow,
  holders: Holders,
  groups: SystemGroupIds,
): Promise<void> {
  const changed = Object.entries(holders);
  if (changed.length === 0) return;
  const ids = Object.fromEntries(changed.map(([name, { groupId }]) => [name, groupId]));
  const next = permissionsOf({ permissions: { ...realm.permissions, ...ids } }, groups);
  await tx.all(
    q
      .updateTable('realm')
      .set({ permissions: toJson(storedPermissions(next, groups)) })
      .where('id', '=', tx.realmId),
  );
  tx.record({
    action: 'organization.changed',
    object: { type: 'organization' },
    before: Object.fromEntries(changed.map(([name, { previous }]) => [name, previous])),
    after: Object.fromEntries(changed.map(([name, { value }]) => [name, value])),
  });
  for (const [name, { value }] of changed)
    tx.emit(everyone, { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value } });
  if (holders.can_access_all_users_group !== undefined) await deleteAllGuestQueues(tx);
}

function valuesOf(holders: Holders): Record<string, GroupSettingValue> {
  return Object.fromEntries(Object.entries(holders).map(([name, { value }]) => [name, value]));
}
