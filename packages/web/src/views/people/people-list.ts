import type { State } from '@parley/client';
import { groupsByUser, type UserGroup } from '../../data/derived/groups.ts';
import { fold } from '../../words/fold.ts';
import { roleName } from '../../screen/role-name.ts';

/** A person or bot of the directory. */
export type DirectoryPerson = {
  readonly userId: number;
  readonly name: string;
  readonly role: number;
  readonly timezone: string;
  readonly ownerId: number | undefined;
  readonly groups: readonly UserGroup[];
  /** Name, role, groups and profile, folded: what the filter looks at. */
  readonly words: string;
};

type Lists = Pick<State, 'realm_users' | 'realm_user_groups'>;

/** People and bots of the organization by name, without deactivated ones. */
export function directoryPeople(state: Lists): {
  readonly people: readonly DirectoryPerson[];
  readonly bots: readonly DirectoryPerson[];
} {
  const groups = groupsByUser(state);
  const collator = new Intl.Collator();
  const all = (state.realm_users ?? [])
    .map((user) => ({ isBot: user.is_bot, person: personOf(user, groups.get(user.user_id) ?? []) }))
    .toSorted((a, b) => collator.compare(a.person.name, b.person.name));
  return {
    people: all.flatMap(({ isBot, person }) => (isBot ? [] : [person])),
    bots: all.flatMap(({ isBot, person }) => (isBot ? [person] : [])),
  };
}

/** Whether each word of the filter begins a word of the person. */
export function fits({ words }: DirectoryPerson, query: string): boolean {
  return fold(query.normalize('NFC'))
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => words.includes(` ${word}`));
}

type User = NonNullable<State['realm_users']>[number];

function personOf(user: User, groups: readonly UserGroup[]): DirectoryPerson {
  const profile = Object.values(user.profile_data ?? {}).map(({ value }) => value);
  const texts = [user.full_name, roleName(user.role), ...groups.map(({ name }) => name), ...profile];
  return {
    userId: user.user_id,
    name: user.full_name,
    role: user.role,
    timezone: user.timezone,
    ownerId: user.bot_owner_id ?? undefined,
    groups,
    words: ` ${fold(texts.join(' ').normalize('NFC')).replaceAll(/[\s,;/-]+/g, ' ')}`,
  };
}
