import { call } from './call.ts';

/** A browser or program in which the user is logged in. */
export type OwnSession = {
  readonly id: number;
  readonly kind: 'session' | 'key';
  readonly created: number;
  /** Null before the first use. */
  readonly last_used: number | null;
  readonly client: string;
  /** Network address of the log-in, if it is known. */
  readonly address: string | null;
  readonly is_current: boolean;
};

export async function logOut(): Promise<void> {
  await call('DELETE', '/json/session');
}

export async function readSessions(): Promise<readonly OwnSession[]> {
  const { sessions } = await call<{ readonly sessions: readonly OwnSession[] }>('GET', '/json/sessions');
  return sessions;
}

export async function endSession(id: number): Promise<void> {
  await call('DELETE', `/json/sessions/${id}`);
}

/** Logs all browsers and programs of the user out, except this browser. */
export async function endOtherSessions(): Promise<void> {
  await call('DELETE', '/json/sessions');
}
