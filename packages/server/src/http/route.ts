import type { Endpoint, ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { UsedSession } from './accounts.ts';
import type { Actor } from './actor.ts';
import type { World } from './world.ts';
import type { ClientProgram } from './client-name.ts';
import type { SpooledFile, UploadedFile } from './fields.ts';
import type { Piece } from '../engine/json-pieces.ts';

/** Throws unless the user may call the operation; runs before parameters are decoded. */
export type Gate = (actor: Actor) => void;

type Request = {
  readonly world: World;
  readonly subdomain: string;
  readonly client: ClientProgram;
};

/** A request to an operation that needs no account. */
export type Visit = Request & { readonly address: string };

/** A request by an authenticated user or bot. */
export type Call = Request &
  Actor & {
    readonly files: readonly UploadedFile[];
    /** Files of an operation that takes large files; they are on disk. */
    readonly spooled: readonly SpooledFile[];
    /** The Idempotency-Key header, by which a repeated request is recognized. */
    readonly idempotencyKey: string | undefined;
    /** A signal that aborts when the client disconnects; created on demand. */
    readonly gone: () => AbortSignal;
    /** The version at which the account was read; see `VersionedCache`. */
    readonly accessVersion?: number | undefined;
    /** Undefined for requests with an API key. */
    readonly session?: UsedSession | undefined;
  };

/** A request on behalf of an account, or of a visitor without one. */
export type ActorCall = Request & Actor;

/** A result that is already encoded: the members of the response after `msg`, as JSON. */
export class EncodedResult {
  readonly members: string | readonly Piece[];
  constructor(members: string | readonly Piece[]) {
    this.members = members;
  }
}

export type CallRoute = {
  readonly kind: 'call';
  readonly endpoint: Endpoint;
  readonly gate: Gate;
  /** The operation verifies `rules` when it writes, so it may start from a cached account. */
  readonly isConfirming: boolean;
  handle(call: Call, params: never): Promise<unknown>;
};
export type VisitRoute = {
  readonly kind: 'visit';
  readonly endpoint: Endpoint;
  handle(visit: Visit, params: never): Promise<unknown>;
};
export type Route = CallRoute | VisitRoute;
/** An operation that visitors without an account may call. */
export type SpectatorRoute = {
  readonly endpoint: Endpoint;
  handle(call: ActorCall, params: never): Promise<unknown>;
};

const allowAll: Gate = () => {};

/** An operation for authenticated users and bots. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call, params: ParametersOf<E>) => Promise<ResultOf<E> | EncodedResult>,
  gate: Gate = allowAll,
): Route {
  return { kind: 'call', endpoint, gate, isConfirming: false, handle };
}

/** Like `route`, for an operation that verifies the version of its caller's account when it writes. */
export function confirmingRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call, params: ParametersOf<E>) => Promise<ResultOf<E> | EncodedResult>,
): Route {
  return { kind: 'call', endpoint, gate: allowAll, isConfirming: true, handle };
}

/** An operation that needs no credentials. */
export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handle: (visit: Visit, params: ParametersOf<E>) => Promise<ResultOf<E>>,
): Route {
  return { kind: 'visit', endpoint, handle };
}

/** An operation for visitors without an account, if the organization allows them to read. */
export function spectatorRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: ActorCall, params: ParametersOf<E>) => Promise<ResultOf<E> | EncodedResult>,
): SpectatorRoute {
  return { endpoint, handle };
}
