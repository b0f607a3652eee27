import type { State } from '@parley/client/state.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { isUnknown } from '@parley/server/organization/users/present.ts';
import type { TestUser } from '../harness.ts';
import { kindOf } from './kind.ts';

/** Facts that only some users may see. */
export type Secrets = {
  /** Real addresses, by the id of the user. */
  readonly addresses: ReadonlyMap<number, string>;
  /** Keys, passwords, tokens: no event ever holds one. */
  readonly keys: ReadonlySet<string>;
  /** Texts that only one user may read. */
  readonly texts: ReadonlyMap<string, TestUser>;
};

/** Finds facts in an event that its receiver may not know, judged by the receiver's registration. */
export function leaks(
  event: WireEvent,
  to: TestUser,
  before: State,
  after: State,
  secrets: Secrets,
): string[] {
  const text = JSON.stringify(event);
  const found = [
    ...[...secrets.keys].filter((key) => text.includes(key)).map(() => 'a key'),
    ...[...secrets.texts]
      .filter(([secret, of]) => of !== to && text.includes(secret))
      .map(([secret]) => secret),
    ...[...secrets.addresses]
      .filter(([id, address]) => text.includes(address) && !seesAddress(after, id, address))
      .map(([, address]) => `the address ${address}`),
    ...subjects(event)
      .filter((id) => !knows(before, id) && !knows(after, id))
      .map((id) => `user ${id}`),
    ...(event.type === 'realm_bot' && !cares(before, event.bot.user_id) && !cares(after, event.bot.user_id)
      ? [`bot ${event.bot.user_id}`]
      : []),
    ...(event.type === 'realm_export_consent' && after.is_admin !== true ? ['a consent'] : []),
    ...(event.type === 'realm_export' && after.is_admin !== true ? ['an export'] : []),
  ];
  return found.map((what) => `event ${kindOf(event)} tells ${what}`);
}

function everybody(state: State) {
  return [
    ...(state.realm_users ?? []),
    ...(state.realm_non_active_users ?? []),
    ...(state.cross_realm_bots ?? []),
  ];
}

function knowsUsers(state: State): boolean {
  return state.realm_users !== undefined;
}

function seesAddress(state: State, id: number, address: string): boolean {
  return (
    !knowsUsers(state) ||
    everybody(state).some((user) => user.user_id === id && user.delivery_email === address)
  );
}

function knows(state: State, id: number): boolean {
  return !knowsUsers(state) || everybody(state).some((user) => user.user_id === id && !isUnknown(user));
}

function cares(state: State, botId: number): boolean {
  return state.realm_bots === undefined || state.realm_bots.some((bot) => bot.user_id === botId);
}

function subjects(event: WireEvent): number[] {
  switch (event.type) {
    case 'realm_user':
      return event.op === 'add' && isUnknown(event.person) ? [] : [event.person.user_id];
    case 'user_status':
      return [event.user_id];
    case 'presence':
      return [
        ...Object.keys(event.presences ?? {}).map(Number),
        ...(event.user_id === undefined ? [] : [event.user_id]),
      ];
    default:
      return [];
  }
}
