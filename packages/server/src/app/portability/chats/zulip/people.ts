import { userSettings } from '@parley/contract/objects/user-settings.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Person } from '../form.ts';
import { textOf } from '../texts.ts';
import { firstText, numberOf, secondsToMs, type JsonObject } from '../values.ts';
import { keyIn, type Tables } from './tables.ts';

const ROLES = new Map<number, Role>(Object.values(roles).map((role) => [role, role]));
/** The place of people in archives of whom the server hid the address. */
const HIDDEN_ADDRESS = /^exported-user-/;

/** People and bots, and the accounts of the server itself as one account here. */
export function peopleOf(tables: Tables, top: string): Person[] {
  const pictures = new Map(
    tables.avatars
      .toSorted((a, b) => Number(isOriginal(a)) - Number(isOriginal(b)))
      .map((record) => [keyIn(record, 'user_profile_id'), `${top}avatars/${textOf(record['path'])}`]),
  );
  return [
    ...[...tables.rows('zerver_userprofile'), ...tables.rows('zerver_userprofile_mirrordummy')].map((row) =>
      personOf(row, pictures.get(keyIn(row, 'id'))),
    ),
    ...tables.rows('zerver_userprofile_crossrealm').map(systemAccountOf),
  ].filter(({ key }) => key !== '');
}

function isOriginal(record: JsonObject): boolean {
  return textOf(record['path']).endsWith('.original');
}

function personOf(row: JsonObject, picture: string | undefined): Person {
  const isBot = row['is_bot'] === true;
  const address = textOf(row['delivery_email']);
  const isKnown = address !== '' && row['is_deleted'] !== true && !HIDDEN_ADDRESS.test(address);
  return {
    key: keyIn(row, 'id'),
    name: firstText(row['full_name'], 'Unknown'),
    email: isKnown && !isBot ? address : undefined,
    role: ROLES.get(numberOf(row['role']) ?? roles.member) ?? roles.member,
    // People who did not agree to an export are placeholders in it; they are no less people of the organization.
    isActive: row['is_active'] === true || (row['is_mirror_dummy'] === true && isKnown),
    isBot,
    joinedAt: secondsToMs(row['date_joined']),
    timezone: textOf(row['timezone']) || undefined,
    settings: isBot ? undefined : settingsOf(row),
    picture: textOf(row['avatar_source']) === 'U' ? picture : undefined,
  };
}

/** Settings that have the same names and values here. */
function settingsOf(row: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(userSettings).flatMap(([name, { schema }]) => {
      if (name === 'email_address_visibility' || !Object.hasOwn(row, name)) return [];
      const parsed = schema.safeParse(row[name]);
      return parsed.success ? [[name, parsed.data]] : [];
    }),
  );
}

function systemAccountOf(row: JsonObject): Person {
  return {
    key: keyIn(row, 'id'),
    name: firstText(row['email'], 'Notification Bot'),
    role: roles.member,
    isActive: true,
    isBot: true,
    isSystem: true,
  };
}
