import type { Endpoint, ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { UsedCredential } from './accounts.ts';
import type { Actor } from './actor.ts';
import type { World } from './world.ts';
import type { ClientProgram } from './client-name.ts';
import type { Payload, SpooledFile, UploadedFile } from './fields.ts';
import type { ApiError } from '../engine/api-error.ts';
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
    /** The body of an operation that takes a payload. */
    readonly payload?: Payload | undefined;
    /** The Idempotency-Key header, by which a repeated request is recognized. */
    readonly idempotencyKey: string | undefined;
    /** Counts the request as some more in the rate limit, or throws. For costs that are known only after the lookup. */
    readonly charge: (cost: number) => void;
    /** A signal that aborts when the client disconnects; created on demand. */
    readonly gone: () => AbortSignal;
    /** The version at which the account was read; see `VersionedCache`. */
    readonly accessVersion?: number | undefined;
    readonly credential: UsedCredential;
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

/** Permission to send a large file; `end` is called when the request has ended. */
export type FileAdmission = {
  readonly maxBytes: number;
  /** The error for a larger file, if it is not the maximum size of files. */
  readonly tooLarge?: () => ApiError;
  readonly end: () => void;
};

/** Decides before the body is read whether an actor may send a large file. */
export type AdmitFile = (
  world: World,
  actor: Actor,
  declaredBytes: number | undefined,
  maxFileBytes: number,
) => Promise<FileAdmission>;

export type CallRoute = {
  readonly kind: 'call';
  readonly admitFile?: AdmitFile;
  /** The number of requests for which a request counts in the rate limit, if it is not always one. */
  costOf?(params: never): number;
  readonly endpoint: Endpoint;
  readonly gate: Gate;
  /** The operation verifies `access_version` when it writes, so it may start from a cached account. */
  readonly isConfirming: boolean;
  /** Requests take no turns, because they are written in batches, or wait, and hold up no other organization. */
  readonly hasOwnPace?: boolean;
  /** The body of an error response in the form that the caller expects; undefined for the usual one. */
  presentError?(problem: string, pathParameters: Readonly<Record<string, string>>): string | undefined;
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

/** Like `route`, for an operation whose requests count as several in the rate limit, or as a part of one. */
export function costlyRoute<E extends Endpoint>(
  endpoint: E,
  costOf: (params: ParametersOf<E>) => number,
  handle: (call: Call, params: ParametersOf<E>) => Promise<ResultOf<E> | EncodedResult>,
): Route {
  return { kind: 'call', endpoint, gate: allowAll, isConfirming: false, costOf, handle };
}

/** Like `route`, for an operation that takes a large file. */
export function fileRoute<E extends Endpoint>(
  endpoint: E,
  admitFile: AdmitFile,
  handle: (call: Call, params: ParametersOf<E>) => Promise<ResultOf<E> | EncodedResult>,
  gate: Gate = allowAll,
): Route {
  return { kind: 'call', endpoint, gate, isConfirming: false, admitFile, handle };
}

/** Like `route`, for an operation that is written in batches, which verify the version of its caller's account. */
export function confirmingRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call, params: ParametersOf<E>) => Promise<ResultOf<E> | EncodedResult>,
): Route {
  return { kind: 'call', endpoint, gate: allowAll, isConfirming: true, hasOwnPace: true, handle };
}

/** Like `route`, for an operation that takes a payload and may answer errors in another form. */
export function payloadRoute<E extends Endpoint>(
  endpoint: E,
  presentError: NonNullable<CallRoute['presentError']>,
  handle: (call: Call, params: ParametersOf<E>) => Promise<ResultOf<E>>,
): Route {
  return { kind: 'call', endpoint, gate: allowAll, isConfirming: false, presentError, handle };
}

/** Like `route`, for an operation that waits. */
export function waitingRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call, params: ParametersOf<E>) => Promise<ResultOf<E> | EncodedResult>,
): Route {
  return { kind: 'call', endpoint, gate: allowAll, isConfirming: false, hasOwnPace: true, handle };
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
