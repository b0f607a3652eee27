import { call } from './call.ts';

/** An authenticator app or passkey, which log-ins ask for after the password. */
export type SecondStep = {
  readonly id: number;
  readonly kind: 'totp' | 'passkey';
  readonly name: string;
  readonly created: number;
  /** Null before the first log-in with it. */
  readonly last_used: number | null;
};

export type SecondSteps = {
  readonly second_steps: readonly SecondStep[];
  readonly recovery_codes_left: number;
  /** UNIX time in seconds from which log-ins need a second step; null if they do not, or if there is one. */
  readonly setup_due: number | null;
};

/** With what a user changes second steps: nothing without any, else a code or the answer of a passkey. */
export type Proof = { readonly code?: string; readonly passkey?: string };

/** An app that is not confirmed yet. */
export type StartedAuthenticator = {
  readonly id: number;
  /** For apps in which it is typed. */
  readonly secret: string;
  /** For apps that read a QR code. */
  readonly url: string;
};

export function readSecondSteps(): Promise<SecondSteps> {
  return call('GET', '/json/second-steps');
}

export function startAuthenticator(proof: Proof): Promise<StartedAuthenticator> {
  return call('POST', '/json/second-steps', proof);
}

/** The recovery codes that come with the first app; undefined for a further one. */
export async function confirmAuthenticator(id: number, code: string): Promise<readonly string[] | undefined> {
  const path = `/json/second-steps/${id}/confirm`;
  const { recovery_codes } = await call<{ readonly recovery_codes: readonly string[] | null }>('POST', path, {
    code,
  });
  return recovery_codes ?? undefined;
}

export async function removeSecondStep(id: number, proof: Proof): Promise<void> {
  await call('DELETE', `/json/second-steps/${id}`, proof);
}

export async function replaceRecoveryCodes(proof: Proof): Promise<readonly string[]> {
  const { recovery_codes } = await call<{ readonly recovery_codes: readonly string[] }>(
    'POST',
    '/json/recovery-codes',
    proof,
  );
  return recovery_codes;
}
