import type { State } from '@parley/client/state.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { isUnknown } from '../people/present.ts';
import type { TestPerson } from './harness.ts';
import { kindOf } from './replay-kind.ts';

/** What must not be seen by everybody. */
export type Secrets = {
  /** Real addresses, by the id of the person. */
  readonly addresses: ReadonlyMap<number, string>;
  /** Keys, passwords, tokens: no event ever holds one. */
  readonly keys: ReadonlySet<string>;
  /** Texts that only one person may read. */
  readonly texts: ReadonlyMap<string, TestPerson>;
};

/** What an event tells that its receiver has no right to know, judged by what registration shows. */
export const leaks = (
  event: WireEvent,
  to: TestPerson,
  before: State,
  after: State,
  secrets: Secrets,
): string[] => {
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
      .map((id) => `person ${id}`),
    ...(event.type === 'realm_bot' && !cares(before, event.bot.user_id) && !cares(after, event.bot.user_id)
      ? [`bot ${event.bot.user_id}`]
      : []),
    ...(event.type === 'realm_export_consent' && after.is_admin !== true ? ['a consent'] : []),
  ];
  return found.map((what) => `event ${kindOf(event)} tells ${what}`);
};

const everybody = (state: State) => [
  ...(state.realm_users ?? []),
  ...(state.realm_non_active_users ?? []),
  ...(state.cross_realm_bots ?? []),
];

const knowsPeople = (state: State): boolean => state.realm_users !== undefined;

const seesAddress = (state: State, id: number, address: string): boolean =>
  !knowsPeople(state) ||
  everybody(state).some((person) => person.user_id === id && person.delivery_email === address);

const knows = (state: State, id: number): boolean =>
  !knowsPeople(state) || everybody(state).some((person) => person.user_id === id && !isUnknown(person));

const cares = (state: State, botId: number): boolean =>
  state.realm_bots === undefined || state.realm_bots.some((bot) => bot.user_id === botId);

const subjects = (event: WireEvent): number[] => {
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
};
