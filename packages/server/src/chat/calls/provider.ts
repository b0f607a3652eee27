import type { Outcome } from '../../http/oauth/client.ts';

/** What lets us act for a user at the provider. */
export type CallToken = {
  readonly access: string;
  /** Gives a new access token when the old one is over; null if the provider gave none. */
  readonly refresh: string | null;
  /** Wall time in milliseconds; null when the provider does not say. */
  readonly expiresAt: number | null;
};

/** Someone who holds video calls, and whose users have accounts of their own there. */
export type CallProvider = {
  /** Where a browser goes to ask its user. The verifier is kept secret until the browser comes back. */
  begin(state: string): Promise<Outcome<{ url: string; verifier: string }>>;
  /** Turns what the browser brought back into a token. */
  finish(
    brought: ReadonlyMap<string, string>,
    begun: { state: string; verifier: string },
  ): Promise<Outcome<CallToken>>;
  refresh(refreshToken: string): Promise<Outcome<CallToken>>;
  /** Answers with the address of a new meeting. */
  createMeeting(accessToken: string): Promise<Outcome<string>>;
};

/** The name under which tokens are stored; one provider a server. */
export const PROVIDER = 'conference';
