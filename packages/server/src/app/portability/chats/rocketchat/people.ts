import { roles } from '@parley/contract/rights/roles.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Person } from '../form.ts';
import { textOf } from '../texts.ts';
import { firstText, numberOf, objectsOf, textsOf, type JsonObject } from '../values.ts';

/** A user of Rocket.Chat; visitors of a site's chat are none. */
export function personOf(user: JsonObject, picture: string | undefined): Person | undefined {
  const key = textOf(user['_id']);
  const kind = textOf(user['type']);
  if (key === '' || kind === 'unknown') return undefined;
  const emails = objectsOf(user['emails']);
  const [first] = [...emails.filter(({ verified }) => verified === true), ...emails];
  return {
    key,
    name: firstText(user['name'], user['username'], 'Unknown'),
    email: textOf(first?.['address']) || undefined,
    role: roleOf(textsOf(user['roles'])),
    isActive: user['active'] === true,
    isBot: kind === 'bot' || kind === 'app',
    joinedAt: numberOf(user['createdAt']),
    picture,
  };
}

/** The first administrator is the owner; the reader knows which one that is. */
function roleOf(names: readonly string[]): Role {
  if (names.includes('admin')) return roles.administrator;
  if (names.includes('guest') || names.includes('anonymous')) return roles.guest;
  return names.includes('moderator') ? roles.moderator : roles.member;
}
