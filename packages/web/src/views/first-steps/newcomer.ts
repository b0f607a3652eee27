import type { State } from '@parley/client';
import { userById } from '../../data/derived/users.ts';

const DAY_SECONDS = 86_400;
const OWNER_DAYS = 14;
const MEMBER_DAYS = 7;

/** Whether the organization of an owner, or the account of another user, is new. */
export function isNewcomer(state: State, selfId: number, timeMs: number): boolean {
  const isOwner = state.is_owner === true;
  const since = isOwner ? (state.realm_date_created ?? 0) : joinedAt(state, selfId);
  const age = timeMs / 1000 - since;
  return age >= 0 && age < (isOwner ? OWNER_DAYS : MEMBER_DAYS) * DAY_SECONDS;
}

function joinedAt(state: State, selfId: number): number {
  const self = userById(state).get(selfId);
  return self === undefined ? 0 : Date.parse(self.date_joined) / 1000;
}
