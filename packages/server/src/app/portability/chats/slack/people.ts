import { roles } from '@parley/contract/rights/roles.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Person } from '../form.ts';
import { textOf } from '../texts.ts';
import { firstText, objectOf, type JsonObject } from '../values.ts';

export const SLACKBOT = 'USLACKBOT';

export function personOf(user: JsonObject): Person {
  const profile = objectOf(user['profile']);
  const isBot = user['is_bot'] === true || user['id'] === SLACKBOT;
  return {
    key: textOf(user['id']),
    name: firstText(
      profile['real_name'],
      user['real_name'],
      profile['display_name'],
      user['name'],
      'Unknown',
    ),
    email: textOf(profile['email']) || undefined,
    role: roleOf(user),
    isActive: user['deleted'] !== true && !isBot,
    isBot,
    timezone: textOf(user['tz']) || undefined,
  };
}

function roleOf(user: JsonObject): Role {
  if (user['is_primary_owner'] === true || user['is_owner'] === true) return roles.owner;
  if (user['is_admin'] === true) return roles.administrator;
  return user['is_restricted'] === true || user['is_ultra_restricted'] === true ? roles.guest : roles.member;
}

/** Messages name bots by an id of their own. */
export function botIds(users: readonly JsonObject[]): Map<string, string> {
  return new Map(
    users.flatMap((user): [string, string][] => {
      const id = textOf(objectOf(user['profile'])['bot_id']);
      return id === '' ? [] : [[id, textOf(user['id'])]];
    }),
  );
}
