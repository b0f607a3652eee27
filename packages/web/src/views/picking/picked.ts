import type { State } from '@parley/client';
import { visibleChannels } from '../../data/derived/channels.ts';
import { groupName, peopleOf } from '../../screen/group-words.ts';
import { matchText } from '../../words/match.ts';

/** A chip of the picker for people. */
export type Picked =
  | { readonly kind: 'user' | 'group' | 'channel'; readonly id: number; readonly name: string }
  /** A part of a pasted list that fits nobody. */
  | { readonly kind: 'unknown'; readonly name: string };

const MAX_OPTIONS = 8;

export function keyOf(picked: Picked): string {
  return picked.kind === 'unknown' ? `unknown:${picked.name}` : `${picked.kind}:${picked.id}`;
}

/** People, groups and channels whose members are meant, best first; those that are picked are left out. */
export function findPickable(state: State, query: string, picked: readonly Picked[]): readonly Picked[] {
  const taken = new Set(picked.map(keyOf));
  const wanted = query.replace(/^[@#]/, '');
  if (wanted.trim() === '') return [];
  return candidates(state, query)
    .flatMap((candidate) => {
      const found =
        matchText(wanted, candidate.text ?? candidate.picked.name) ??
        matchText(wanted, candidate.picked.name);
      return found === undefined || taken.has(keyOf(candidate.picked))
        ? []
        : [{ picked: candidate.picked, score: found.score - candidate.rank }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_OPTIONS)
    .map((found) => found.picked);
}

type Candidate = { readonly picked: Picked; readonly text?: string | undefined; readonly rank: number };

function candidates(state: State, query: string): readonly Candidate[] {
  const channels = visibleChannels(state).map(({ stream_id: id, name }) => ({
    picked: { kind: 'channel', id, name } as const,
    rank: 0.5,
  }));
  if (query.startsWith('#')) return channels;
  const users = (state.realm_users ?? []).flatMap((user) => {
    const picked = { kind: 'user', id: user.user_id, name: user.full_name } as const;
    return query.includes('@') ? [{ picked, text: addressOf(user), rank: 0 }] : [{ picked, rank: 0 }];
  });
  const groups = (state.realm_user_groups ?? [])
    .filter((group) => !group.deactivated && group.name !== 'role:internet' && group.name !== 'role:nobody')
    .map((group) => ({
      picked: { kind: 'group', id: group.id, name: groupName(group) } as const,
      rank: group.is_system_group ? 0.4 : 0.1,
    }));
  return [...users, ...groups, ...channels];
}

/** Each part of a list as the person, group or channel of that address or name. */
export function pickFromList(state: State, parts: readonly string[]): readonly Picked[] {
  return parts.map((part) => {
    const text = part.toLowerCase();
    const user = state.realm_users?.find(
      (one) =>
        one.email.toLowerCase() === text ||
        one.delivery_email?.toLowerCase() === text ||
        one.full_name.toLowerCase() === text,
    );
    if (user !== undefined) return { kind: 'user', id: user.user_id, name: user.full_name };
    const group = state.realm_user_groups?.find(
      (one) => !one.is_system_group && !one.deactivated && one.name.toLowerCase() === text.replace(/^@/, ''),
    );
    if (group !== undefined) return { kind: 'group', id: group.id, name: group.name };
    const channel = visibleChannels(state).find(({ name }) => `#${name.toLowerCase()}` === text);
    if (channel !== undefined) return { kind: 'channel', id: channel.stream_id, name: channel.name };
    return { kind: 'unknown', name: part };
  });
}

/** The picked people, each once; `membersOf` are the people of the picked channels. */
export function pickedUserIds(
  state: State,
  picked: readonly Picked[],
  membersOf: ReadonlyMap<number, readonly number[]> = new Map(),
): readonly number[] {
  const active = new Set(state.realm_users?.map(({ user_id: id }) => id));
  const ids = picked.flatMap((one) => {
    if (one.kind === 'user') return [one.id];
    if (one.kind === 'group') return [...peopleOf(state, one.id)];
    return one.kind === 'channel' ? (membersOf.get(one.id) ?? []) : [];
  });
  return [...new Set(ids)].filter((id) => active.has(id));
}

function addressOf(user: { readonly email: string; readonly delivery_email: string | null }): string {
  return user.delivery_email ?? user.email;
}
