import { currentWork, type Origin } from '../work/current-work.ts';

/** The author of a change, as audit entries name it. */
export type AuditAuthor = {
  readonly kind: 'user' | 'visitor' | 'operator' | 'server' | 'directory';
  readonly id?: number;
  readonly role?: number;
  /** The credential of the request, and the time of its log-in in seconds. */
  readonly login?: { readonly credential: number; readonly at: number };
  /** The operation, page, job or command that makes the change. */
  readonly via?: string;
  readonly origin?: Origin;
};

/** The author of changes that no request makes. */
export type ProcessAuthor = Pick<AuditAuthor, 'kind' | 'via'>;

/** The caller of the current request, after `admit`; a visitor before. */
export function currentAuthor(process: ProcessAuthor): AuditAuthor {
  const work = currentWork();
  if (work === undefined) return process;
  const via = work.operation;
  if (work.request === undefined) return { ...process, via };
  const origin = work.originOf?.();
  const from = origin === undefined ? {} : { origin };
  const { caller, directoryToken } = work;
  if (directoryToken !== undefined)
    return { kind: 'directory', via: `${via} by token ${directoryToken}`, ...from };
  if (caller === undefined) return { kind: 'visitor', via, ...from };
  const { userId: id, role, credential } = caller;
  const login = { credential: credential.id, at: Math.floor(credential.createdAt / 1000) };
  return { kind: 'user', id, role, login, via, ...from };
}
