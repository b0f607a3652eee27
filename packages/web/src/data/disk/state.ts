import type { State } from '@parley/client';

/** Lists of a state that may be long and are stored in portions. */
export const PEOPLE_LISTS = ['realm_users', 'realm_non_active_users'] as const;
export type PeopleList = (typeof PEOPLE_LISTS)[number];
export type People = Readonly<Partial<Record<PeopleList, readonly unknown[]>>>;

/** The state without people and without presence, which nothing brings up to date after a sleep. */
export function coreText(state: State): string {
  const { realm_users: _, realm_non_active_users: __, presences, server_timestamp: ___, ...core } = state;
  return JSON.stringify({
    ...core,
    ...(presences === undefined ? {} : { presences: {}, presence_last_update_id: -1 }),
  });
}

export function peopleOf(state: State): People {
  return Object.fromEntries(
    PEOPLE_LISTS.flatMap((list) => (state[list] === undefined ? [] : [[list, state[list]]])),
  );
}

/** The state without people yet; lists that it had are empty. */
export function coreState(text: string, lists: readonly PeopleList[]): State {
  const empty = Object.fromEntries(lists.map((list) => [list, []]));
  return { ...(JSON.parse(text) as State), ...empty };
}

export function withPeople(state: State, people: People): State {
  return { ...state, ...people } as State;
}
