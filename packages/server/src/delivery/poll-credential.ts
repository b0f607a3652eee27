import { ApiError } from '../engine/api-error.ts';
import type { Clock } from '../engine/clock.ts';

/** The credential of a poll or stream, which ends with it. */
export type PollCredential = {
  readonly id: number;
  readonly kind: 'session' | 'key' | 'grant';
  /** Finds the account of the credential, if it is still valid. */
  readonly lookup: string;
  /** Milliseconds at which the token of a grant ends. Other ends are entries of the log, because uses move them. */
  readonly endsAt?: number | undefined;
};

export function hasEnded({ endsAt = Infinity }: PollCredential, clock: Pick<Clock, 'now'>): boolean {
  return clock.now() >= endsAt;
}

/** Milliseconds until a time from now, or until the end of the credential if that is earlier. */
export function untilEnd(
  { endsAt = Infinity }: PollCredential,
  milliseconds: number,
  clock: Pick<Clock, 'now'>,
): number {
  return Math.max(0, Math.min(milliseconds, endsAt - clock.now()));
}

export function invalidCredentials(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The credentials are no longer valid.');
}
