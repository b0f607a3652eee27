import { roles } from '@parley/contract/rights/roles.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Person } from '../form.ts';
import { textOf } from '../texts.ts';
import { firstText, numberOf, objectsOf, type JsonObject } from '../values.ts';

/** A user of Mattermost; the name is the key, because the export has no ids. */
export function personOf(user: JsonObject, pathOf: (path: string) => string | undefined): Person {
  const whole = `${textOf(user['first_name'])} ${textOf(user['last_name'])}`.trim();
  return {
    key: keyOf(user['username']),
    name: firstText(whole, user['nickname'], user['username'], 'Unknown'),
    email: textOf(user['email']) || undefined,
    role: roleOf(user),
    isActive: !((numberOf(user['delete_at']) ?? 0) > 0),
    isBot: false,
    settings: settingsOf(user),
    picture: pathOf(textOf(user['profile_image'])),
  };
}

export function botOf(bot: JsonObject, pathOf: (path: string) => string | undefined): Person {
  return {
    key: keyOf(bot['username']),
    name: firstText(bot['display_name'], bot['username'], 'Bot'),
    role: roles.member,
    isActive: !((numberOf(bot['delete_at']) ?? 0) > 0),
    isBot: true,
    picture: pathOf(textOf(bot['profile_image'])),
  };
}

export function keyOf(username: unknown): string {
  return textOf(username).toLowerCase();
}

/** The first administrator of the system is the owner; the reader knows which one that is. */
function roleOf(user: JsonObject): Role {
  const names = textOf(user['roles']).split(/\s+/);
  if (names.includes('system_admin')) return roles.administrator;
  if (names.includes('system_guest')) return roles.guest;
  const inTeams = objectsOf(user['teams']).flatMap((team) => textOf(team['roles']).split(/\s+/));
  if (inTeams.includes('team_admin')) return roles.administrator;
  return inTeams.includes('team_guest') ? roles.guest : roles.member;
}

function settingsOf(user: JsonObject): Record<string, unknown> | undefined {
  const time = textOf(user['military_time']);
  return time === '' ? undefined : { twenty_four_hour_time: time === 'true' };
}
