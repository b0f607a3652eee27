import type { ProviderOutcome } from '../../http/oauth/client.ts';

/** A user's credentials at the provider. */
export type CallToken = {
  readonly access: string;
  /** Obtains a new access token when the old one expires; null if the provider issued none. */
  readonly refresh: string | null;
  /** Unix time in milliseconds; null if the provider does not say. */
  readonly expiresAt: number | null;
};

/** A video call service at which users have their own accounts. */
export type CallProvider = {
  /** The authorization URL. The verifier stays on the server until the browser returns. */
  begin(state: string): Promise<ProviderOutcome<{ url: string; verifier: string }>>;
  /** Exchanges the parameters of the redirect for a token. */
  finish(
    callback: ReadonlyMap<string, string>,
    begun: { state: string; verifier: string },
  ): Promise<ProviderOutcome<CallToken>>;
  refresh(refreshToken: string): Promise<ProviderOutcome<CallToken>>;
  /** Returns the URL of a new meeting. */
  createMeeting(accessToken: string): Promise<ProviderOutcome<string>>;
};

/** The name under which tokens are stored; a server has a single provider. */
export const PROVIDER = 'conference';
