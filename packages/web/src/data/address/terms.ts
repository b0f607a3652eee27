import type { State } from '@parley/client';
import { decodeOperand, encodeFragment, slugOf } from './text.ts';

export type Operand = string | number | readonly number[];
export type TermParts = { readonly operator: string; readonly operand: Operand; readonly isNegated: boolean };

const CHANNEL_OPERATORS = new Set(['channel', 'stream']);
const DIRECT_OPERATORS = new Set(['dm', 'pm-with', 'pm_with']);
const USER_OPERATORS = new Set([
  'sender',
  'from',
  'dm-including',
  'group-pm-with',
  'group_pm_with',
  'mentions',
]);

/** The operand of a term of an address; undefined if it cannot be read. */
export function operandIn(operator: string, text: string, state: State): Operand | undefined {
  if (CHANNEL_OPERATORS.has(operator)) return channelIn(text, state);
  if (DIRECT_OPERATORS.has(operator)) return usersIn(text, state);
  if (USER_OPERATORS.has(operator)) return text === 'me' ? state.user_id : userIn(text);
  return decodeOperand(text);
}

/** The operand of a term as part of an address. */
export function operandText(operator: string, operand: Operand, state: State): string {
  if (typeof operand === 'string') return encodeFragment(operand);
  if (CHANNEL_OPERATORS.has(operator) && typeof operand === 'number')
    return slugOf(operand, channelName(operand, state));
  if (DIRECT_OPERATORS.has(operator)) {
    const ids = typeof operand === 'number' ? [operand] : operand;
    return slugOf(ids, ids.length > 1 ? 'group' : userName(ids[0] ?? 0, state));
  }
  if (USER_OPERATORS.has(operator) && typeof operand === 'number')
    return slugOf(operand, userName(operand, state));
  return typeof operand === 'number' ? String(operand) : operand.join(',');
}

const SLUG = /^(\d{1,15})(?:-.*)?$/;

function channelIn(text: string, state: State): Operand | undefined {
  const id = SLUG.exec(text)?.[1];
  if (id !== undefined) return Number(id);
  const name = decodeOperand(text);
  const spaced = name?.replaceAll('-', ' ').toLowerCase();
  const known = channelsOf(state).find(
    (channel) => channel.name.toLowerCase() === name?.toLowerCase() || channel.name.toLowerCase() === spaced,
  );
  return known?.stream_id ?? name;
}

function usersIn(text: string, state: State): Operand | undefined {
  const ids = /^(\d{1,15}(?:,\d{1,15})*)(?:-.*)?$/.exec(text)?.[1];
  if (ids === undefined) return decodeOperand(text);
  const others = new Set(ids.split(',').map(Number));
  if (others.size > 1 && state.user_id !== undefined) others.delete(state.user_id);
  return [...others].toSorted((a, b) => a - b);
}

function userIn(text: string): Operand | undefined {
  const id = SLUG.exec(text)?.[1];
  return id === undefined ? decodeOperand(text) : Number(id);
}

function channelsOf({ subscriptions = [], unsubscribed = [], never_subscribed = [] }: State) {
  return [...subscriptions, ...unsubscribed, ...never_subscribed];
}

function channelName(id: number, state: State): string {
  return channelsOf(state).find(({ stream_id }) => stream_id === id)?.name ?? '';
}

function userName(id: number, { realm_users = [], cross_realm_bots = [] }: State): string {
  return [...realm_users, ...cross_realm_bots].find(({ user_id }) => user_id === id)?.full_name ?? '';
}
