import { ApiError } from '@parley/client/connection.ts';
import { again } from '../db/again.ts';

const TRIES = 20;

/** True when the server put something off: others held what it needed. */
export const isBusy = (error: unknown): boolean => error instanceof ApiError && error.status === 503;

/** Whoever waits too long for others asks again. */
export const patiently = <T>(ask: () => Promise<T>): Promise<T> => again(TRIES, isBusy, ask);
