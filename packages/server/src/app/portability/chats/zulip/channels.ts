import { visibilityPolicies, visibilityPolicy } from '@parley/contract/objects/personal.ts';
import { channelPermissions } from '@parley/contract/objects/permission-settings.ts';
import type { Group, ImportedChannel, Member, ImportedPolicy } from '../form.ts';
import { textOf } from '../texts.ts';
import { firstText, secondsToMs, type JsonObject } from '../values.ts';
import { keyIn, type Tables } from './tables.ts';

/** A channel, or the people of a direct conversation; the other side of an old one is the sender. */
export type ZulipRecipient =
  | { readonly kind: 'channel'; readonly channel: string; readonly isHidden: boolean }
  | { readonly kind: 'people'; readonly people: readonly string[] };

/** Places of messages, by the ids that they name. */
export function recipientsOf(tables: Tables): Map<string, ZulipRecipient> {
  const members = Map.groupBy(tables.rows('zerver_subscription'), (row) => keyIn(row, 'recipient'));
  const hidden = new Set(
    tables
      .rows('zerver_stream')
      .filter((row) => row['invite_only'] === true && row['history_public_to_subscribers'] !== true)
      .map((row) => keyIn(row, 'id')),
  );
  return new Map(
    tables.rows('zerver_recipient').flatMap((row): [string, ZulipRecipient][] => {
      const key = keyIn(row, 'id');
      const target = keyIn(row, 'type_id');
      if (row['type'] === 2)
        return [[key, { kind: 'channel', channel: target, isHidden: hidden.has(target) }]];
      if (row['type'] === 1) return [[key, { kind: 'people', people: [target] }]];
      const people = (members.get(key) ?? []).map((one) => keyIn(one, 'user_profile'));
      return row['type'] === 3 ? [[key, { kind: 'people', people }]] : [];
    }),
  );
}

export function channelsOf(tables: Tables): ImportedChannel[] {
  const folders = new Map(
    tables.rows('zerver_channelfolder').map((row) => [keyIn(row, 'id'), textOf(row['name'])]),
  );
  const defaults = new Set(tables.rows('zerver_defaultstream').map((row) => keyIn(row, 'stream')));
  const subscribed = Map.groupBy(
    tables.rows('zerver_subscription').filter(({ active }) => active === true),
    (row) => keyIn(row, 'recipient'),
  );
  const policies = Map.groupBy(tables.rows('zerver_usertopic'), (row) => keyIn(row, 'stream'));
  const systemGroups = systemGroupsOf(tables);
  return tables.rows('zerver_stream').map((row): ImportedChannel => {
    const key = keyIn(row, 'id');
    const isPrivate = row['invite_only'] === true;
    return {
      key,
      name: firstText(row['name'], key),
      description: textOf(row['description']),
      isPrivate,
      isHistoryPublic: !isPrivate || row['history_public_to_subscribers'] === true,
      isWebPublic: row['is_web_public'] === true,
      isArchived: row['deactivated'] === true,
      isDefault: defaults.has(key),
      createdAt: secondsToMs(row['date_created']),
      creator: keyIn(row, 'creator') || undefined,
      folder: folders.get(keyIn(row, 'folder')),
      members: (subscribed.get(keyIn(row, 'recipient')) ?? []).map(memberOf),
      permissions: permissionsOf(row, systemGroups),
      policies: (policies.get(key) ?? []).flatMap(policyOf),
    };
  });
}

function memberOf(row: JsonObject): Member {
  return {
    person: keyIn(row, 'user_profile'),
    isMuted: row['is_muted'] === true,
    isPinned: row['pin_to_top'] === true,
    color: textOf(row['color']) || undefined,
  };
}

function policyOf(row: JsonObject): ImportedPolicy[] {
  const policy = visibilityPolicy.safeParse(row['visibility_policy']).data ?? visibilityPolicies.inherit;
  if (policy === visibilityPolicies.inherit) return [];
  return [{ person: keyIn(row, 'user_profile'), topic: textOf(row['topic_name']), policy }];
}

function systemGroupsOf(tables: Tables): Map<string, string> {
  return new Map(
    tables
      .rows('zerver_namedusergroup')
      .filter((row) => row['is_system_group'] === true)
      .map((row) => [keyIn(row, 'id') || keyIn(row, 'usergroup_ptr'), textOf(row['name'])]),
  );
}

/** Permissions of system groups. Sending that other groups have is left to administrators, not opened to all. */
function permissionsOf(row: JsonObject, systemGroups: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(channelPermissions).flatMap((permission) => {
      const id = keyIn(row, permission);
      const name =
        systemGroups.get(id) ??
        (id !== '' && permission === 'can_send_message_group' ? 'role:administrators' : undefined);
      return name === undefined ? [] : [[permission, name]];
    }),
  );
}

/** Groups that people made, with the members of their subgroups. */
export function groupsOf(tables: Tables): Group[] {
  const direct = Map.groupBy(tables.rows('zerver_usergroupmembership'), (row) => keyIn(row, 'user_group'));
  const below = Map.groupBy(tables.rows('zerver_groupgroupmembership'), (row) => keyIn(row, 'supergroup'));
  return tables
    .rows('zerver_namedusergroup')
    .filter((row) => row['is_system_group'] !== true && row['deactivated'] !== true)
    .map((row) => {
      const key = keyIn(row, 'id') || keyIn(row, 'usergroup_ptr');
      const groups = new Set([key]);
      for (const group of groups)
        for (const one of below.get(group) ?? []) groups.add(keyIn(one, 'subgroup'));
      const members = [...groups].flatMap((group) =>
        (direct.get(group) ?? []).map((one) => keyIn(one, 'user_profile')),
      );
      return {
        key,
        name: textOf(row['name']),
        description: textOf(row['description']),
        members: [...new Set(members)],
      };
    });
}
