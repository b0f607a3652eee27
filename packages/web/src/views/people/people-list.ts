import type { State } from '@parley/client';
import { groupsByUser, type UserGroup } from '../../data/derived/groups.ts';
import { rememberPer } from '../../data/remember.ts';
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
  /** Values of the profile fields. */
  readonly profile: readonly string[];
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

/** A filter of people: each word of the query begins a word of the name, the role, a group or the profile. */
export function personFilter(query: string): (person: DirectoryPerson) => boolean {
  const wanted = fold(query.normalize('NFC'))
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ` ${word}`);
  if (wanted.length === 0) return () => true;
  return (person) => {
    const words = wordsOf(person);
    return wanted.every((word) => words.includes(word));
  };
}

/** Folded once per person, with the first filter: thousands take a while. */
const wordsOf = rememberPer(({ name, role, groups, profile }: DirectoryPerson): string => {
  const texts = [name, roleName(role), ...groups.map((group) => group.name), ...profile];
  return ` ${fold(texts.join(' ').normalize('NFC')).replaceAll(/[\s,;/-]+/g, ' ')}`;
});

type User = NonNullable<State['realm_users']>[number];

function personOf(user: User, groups: readonly UserGroup[]): DirectoryPerson {
  return {
    userId: user.user_id,
    name: user.full_name,
    role: user.role,
    timezone: user.timezone,
    ownerId: user.bot_owner_id ?? undefined,
    groups,
    profile: Object.values(user.profile_data ?? {}).map(({ value }) => value),
  };
}
