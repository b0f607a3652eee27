import { refuseInvitingAs, type State } from '@parley/client';
import { refuseAddingTo } from '@parley/client/rights/managing-rights.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { grantsRights } from '@parley/contract/rights/granting-rights.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { roleName } from '../../screen/role-name.ts';
import { t } from '../../words/index.ts';

const DAY_MINUTES = 24 * 60;
export const USUAL_MINUTES = 10 * DAY_MINUTES;

/** Roles that the reader may invite with, the usual one first. */
export function roleOptions(state: State): readonly { readonly value: string; readonly name: string }[] {
  const order = [roles.member, roles.guest, roles.moderator, roles.administrator, roles.owner];
  return order
    .filter((role) => refuseInvitingAs(state, role) === undefined)
    .map((role) => ({ value: String(role), name: roleName(role) }));
}

/** Times for which an invitation can be used; one that grants rights ends soon. */
export function timeOptions(role: Role): readonly { readonly value: string; readonly name: string }[] {
  const short = [
    { value: String(DAY_MINUTES), name: t('1 day') },
    { value: String(USUAL_MINUTES), name: t('10 days') },
  ];
  if (grantsRights(role)) return short;
  return [
    ...short,
    { value: String(30 * DAY_MINUTES), name: t('30 days') },
    { value: '', name: t('For ever') },
  ];
}

/** Minutes of an option; null for ever. */
export function minutesOf(value: string): number | null {
  return value === '' ? null : Number(value);
}

/** Channels that a new member should have: the default ones that the reader can see. */
export function firstChannelIds(state: State): readonly number[] {
  const known = new Set(invitableChannels(state).map(({ stream_id: id }) => id));
  const defaults = (state.realm_default_streams ?? []).filter((id) => known.has(id));
  if (defaults.length > 0) return defaults;
  const announced = state.realm_new_stream_announcements_stream_id ?? -1;
  return known.has(announced) ? [announced] : [];
}

type Channel = NonNullable<State['subscriptions' | 'never_subscribed']>[number];

/** Channels that the reader may put others into; default channels are open to everybody who invites. */
export function invitableChannels(state: State): readonly Channel[] {
  const defaults = new Set(state.realm_default_streams);
  const all: readonly Channel[] = [
    ...(state.subscriptions ?? []),
    ...(state.unsubscribed ?? []),
    ...(state.never_subscribed ?? []),
  ];
  return all.filter(
    (channel) =>
      !channel.is_archived &&
      (defaults.has(channel.stream_id) || refuseAddingTo(state, channel) === undefined),
  );
}
