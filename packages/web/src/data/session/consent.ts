import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { readAuthorization } from '@parley/contract/endpoints/consent.ts';
import type { GrantScope } from '../actions/grant-actions.ts';
import { call } from './call.ts';

export type { AuthorizationRequest } from '@parley/contract/endpoints/consent.ts';

/** The request of a program, or the reason why it cannot be allowed. */
export type ReadRequest = ResultOf<typeof readAuthorization>;

/** A channel of the user to which a program can be limited. */
export type OwnChannel = { readonly id: number; readonly name: string; readonly isPrivate: boolean };

export type Decision = {
  readonly scopes: readonly GrantScope[];
  /** Undefined for all conversations. */
  readonly channels: readonly number[] | undefined;
  readonly days: number;
};

/** The query with which the program sent the user to this page. */
function queryHere(): string {
  return globalThis.location.search.slice(1);
}

export function readProgramRequest(): Promise<ReadRequest> {
  return call('GET', `/json/oauth/request?${new URLSearchParams({ query: queryHere() })}`);
}

/** The channels of the user by name. */
export async function readOwnChannels(): Promise<readonly OwnChannel[]> {
  const { subscriptions } = await call<{
    readonly subscriptions: readonly {
      readonly stream_id: number;
      readonly name: string;
      readonly invite_only: boolean;
    }[];
  }>('GET', '/json/users/me/subscriptions');
  return subscriptions
    .map((one) => ({ id: one.stream_id, name: one.name, isPrivate: one.invite_only }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Allows the program; returns the address at which it goes on. */
export async function allowProgram({ scopes, channels, days }: Decision): Promise<string> {
  const fields = {
    query: queryHere(),
    allow: true,
    scopes: JSON.stringify(scopes),
    days,
    ...(channels === undefined ? {} : { channels: JSON.stringify(channels) }),
  };
  return (await call<{ readonly location: string }>('POST', '/json/oauth/decision', fields)).location;
}

/** Refuses the program; returns the address at which it hears of it. */
export async function refuseProgram(): Promise<string> {
  const fields = { query: queryHere(), allow: false };
  return (await call<{ readonly location: string }>('POST', '/json/oauth/decision', fields)).location;
}
