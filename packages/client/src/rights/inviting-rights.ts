import {
  INVITING_PERMISSIONS,
  refuseGrant,
  refuseInviting as refuse,
  refusePasswordLink,
} from '@parley/contract/rights/granting-rights.ts';
import type { State } from '../state.ts';
import { holds } from './own-rights.ts';
import type { Refusal } from './refusal.ts';
import { readerOf } from './relation.ts';

/** Why the reader may not invite with a link or by e-mail. */
export function refuseInviting(state: State, way: 'link' | 'mail'): Refusal | undefined {
  return refuse(way, holds(state, INVITING_PERMISSIONS[way]) === true);
}

/** Why the reader may not invite with a role. */
export function refuseInvitingAs(state: State, role: number): Refusal | undefined {
  return refuseGrant(readerOf(state), role);
}

/** Why the reader may not make a link with which another user chooses a new password. */
export function refusePasswordLinkFor(state: State, role: number): Refusal | undefined {
  return refusePasswordLink(readerOf(state), { role });
}
