import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProcessorMeter } from '../turns/processor-meter.ts';
import type { TraceParent } from './trace-parent.ts';

/** Identifies a request to operators. */
export type RequestIds = {
  /** The id that the client or a proxy gave, or one of this node. */
  readonly id: string;
  /** The span of the client that sent the request; undefined if it named none. */
  readonly parent: TraceParent | undefined;
  /** The trace to which the request belongs; undefined if it belongs to none. */
  traceId: string | undefined;
};

/** The origin of a request. */
export type Origin = { readonly address: string; readonly client: string };

/** The user of a request, with the credential by which it was admitted. */
export type WorkCaller = {
  readonly userId: number;
  readonly role: number;
  readonly credential: { readonly id: number; readonly createdAt: number };
};

/** The work of the event loop: the operation of a request, or a job. All that is known of it is in one place. */
export type Work = {
  operation: string;
  /** The subdomain of the organization, once it is known. */
  organization?: string;
  userId?: number;
  caller?: WorkCaller;
  /** The id of the token by which a directory was admitted. */
  directoryToken?: number;
  /** The origin of the request, computed on demand. */
  originOf?: () => Origin;
  /** Undefined for jobs. */
  readonly request?: RequestIds;
  /** Undefined where processor time is not limited. */
  meter?: ProcessorMeter;
  /** Statements on behalf of the work, and the time from the start of each to the end of its result. */
  statements: number;
  databaseMs: number;
};

/** Under this name the watchdog, which runs in another thread, finds the function that describes the current work. */
export const CURRENT_WORK = 'parley.currentWork';

/** The part of the current work that a report of the watchdog names. */
export type NamedWork = Pick<Work, 'operation' | 'organization'>;

/** The only storage of its kind on the way of a request, because each adds to the cost of every promise. */
const current = new AsyncLocalStorage<Work>();
Object.defineProperty(globalThis, Symbol.for(CURRENT_WORK), {
  configurable: true,
  value: (): NamedWork | undefined => {
    const work = current.getStore();
    return work === undefined
      ? undefined
      : {
          operation: work.operation,
          ...(work.organization === undefined ? {} : { organization: work.organization }),
        };
  },
});

export function currentWork(): Work | undefined {
  return current.getStore();
}

/** Runs `run` as the work of a job, or of a request with ids. */
export function underName<T>(operation: string, run: () => T, request?: RequestIds): T {
  const work = { operation, statements: 0, databaseMs: 0 };
  return current.run(request === undefined ? work : { ...work, request }, run);
}

/** Runs `run` with a meter of its own, as a part of the current work. */
export function underMeter<T>(meter: ProcessorMeter, run: () => T): T {
  const work = current.getStore();
  if (work !== undefined && work.meter === undefined) {
    work.meter = meter;
    return run();
  }
  return current.run({ operation: 'other work', ...work, statements: 0, databaseMs: 0, meter }, run);
}

/** Records the operation of a request, once its method is known. */
export function noteOperation(operation: string): void {
  const work = current.getStore();
  if (work !== undefined) work.operation = operation;
}

/** Records whose work it is. */
export function noteCaller(organization: string, caller: WorkCaller): void {
  const work = current.getStore();
  if (work === undefined) return;
  work.organization = organization;
  work.userId = caller.userId;
  work.caller = caller;
}

/** Records that a directory does the work, by its token. */
export function noteDirectory(organization: string, token: number): void {
  const work = current.getStore();
  if (work === undefined) return;
  work.organization = organization;
  work.directoryToken = token;
}

/** Records where the current request comes from. */
export function noteOrigin(originOf: () => Origin): void {
  const work = current.getStore();
  if (work !== undefined) work.originOf = originOf;
}
