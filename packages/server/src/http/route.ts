import type { Endpoint, ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { Actor } from './actor.ts';
import type { World } from './world.ts';
import type { ClientProgram } from './client-name.ts';
import type { SpooledFile, UploadedFile } from './fields.ts';
import type { Piece } from '../engine/json-pieces.ts';

/** Decides whether a user may call an operation at all; runs before parameters are decoded. */
export type Gate = (actor: Actor) => void;

type Request = {
  readonly world: World;
  readonly subdomain: string;
  readonly client: ClientProgram;
};

/** A request to an operation that needs no account. */
export type Visit = Request & { readonly address: string };

/** A request by somebody. */
export type Call = Request &
  Actor & {
    readonly files: readonly UploadedFile[];
    /** Where an operation takes large files, they are here instead. */
    readonly spooled: readonly SpooledFile[];
    /** What the client calls this request, so that a repeat of it is known. */
    readonly idempotencyKey: string | undefined;
    /** Ends when the client has gone away; made for those who ask. */
    readonly gone: () => AbortSignal;
    /** The number of the rules by which the caller is known; see `Memory`. */
    readonly rules?: number | undefined;
  };

/** A request on behalf of an account, or of the visitor who has none. */
export type ActorCall = Request & Actor;

/** An answer that is encoded already: the members of the envelope after `msg`, as JSON. */
export class Encoded {
  readonly members: string | readonly Piece[];
  constructor(members: string | readonly Piece[]) {
    this.members = members;
  }
}

export type CallRoute = {
  readonly kind: 'call';
  readonly endpoint: Endpoint;
  readonly gate: Gate;
  /** It has `rules` confirmed when it stores something, and may therefore start from what is remembered. */
  readonly isConfirming: boolean;
  handle(call: Call, params: never): Promise<unknown>;
};
export type VisitRoute = {
  readonly kind: 'visit';
  readonly endpoint: Endpoint;
  handle(visit: Visit, params: never): Promise<unknown>;
};
export type Route = CallRoute | VisitRoute;
/** An operation as visitors without an account may call it. */
export type SpectatorRoute = {
  readonly endpoint: Endpoint;
  handle(call: ActorCall, params: never): Promise<unknown>;
};

const anybody: Gate = () => {};

/** An operation for users and bots with credentials. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call, params: ParametersOf<E>) => Promise<ResultOf<E> | Encoded>,
  gate: Gate = anybody,
): Route {
  return { kind: 'call', endpoint, gate, isConfirming: false, handle };
}

/** The same for one that has the rules by which its caller is known confirmed when it stores something. */
export function confirmingRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call, params: ParametersOf<E>) => Promise<ResultOf<E> | Encoded>,
): Route {
  return { kind: 'call', endpoint, gate: anybody, isConfirming: true, handle };
}

/** An operation for everybody. */
export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handle: (visit: Visit, params: ParametersOf<E>) => Promise<ResultOf<E>>,
): Route {
  return { kind: 'visit', endpoint, handle };
}

/** An operation for visitors without an account, while the organization lets them read. */
export function spectatorRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: ActorCall, params: ParametersOf<E>) => Promise<ResultOf<E> | Encoded>,
): SpectatorRoute {
  return { endpoint, handle };
}
