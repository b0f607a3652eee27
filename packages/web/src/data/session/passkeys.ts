import type { PasskeyCreation, PasskeyRequest } from '@parley/contract/endpoints/passkeys.ts';
import { call } from './call.ts';
import { NoPasskeyError } from './has-passkeys.ts';
import type { Proof } from './second-steps.ts';

type Options<T> = { readonly options: T };

/** Logs in with a passkey alone. */
export async function logInWithPasskey(): Promise<void> {
  const { state, options } = await call<Options<PasskeyRequest> & { readonly state: string }>(
    'POST',
    '/json/session/passkey/start',
  );
  await call('POST', '/json/session/passkey', { state, passkey: await answerOf(options) });
}

/** Goes on with a log-in that waits for its second step. */
export async function passWithPasskey(state: string): Promise<void> {
  const path = '/json/session/second-step';
  const { options } = await call<Options<PasskeyRequest>>('POST', `${path}/passkey`, { state });
  await call('POST', path, { state, passkey: await answerOf(options) });
}

/** Proves the user of this session with a passkey. */
export async function proveWithPasskey(): Promise<Proof> {
  const { options } = await call<Options<PasskeyRequest>>('POST', '/json/passkeys/proof');
  return { passkey: await answerOf(options) };
}

/** Options with which this browser makes a passkey. */
export async function startPasskey(proof: Proof): Promise<PasskeyCreation> {
  return (await call<Options<PasskeyCreation>>('POST', '/json/passkeys', proof)).options;
}

/** Makes a passkey and adds it to the account; the first second step comes with recovery codes. */
export async function addPasskey(
  options: PasskeyCreation,
  name: string,
): Promise<readonly string[] | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { id, response } = await inBrowser(navigator.credentials.create({ publicKey }));
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new NoPasskeyError();
  const passkey = JSON.stringify({
    id,
    client_data: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
    transports: response.getTransports(),
  });
  const path = '/json/passkeys/confirm';
  const added = await call<{ readonly recovery_codes: readonly string[] | null }>('POST', path, {
    name,
    passkey,
  });
  return added.recovery_codes ?? undefined;
}

/** The answer of a passkey, as the server takes it. */
async function answerOf(options: PasskeyRequest): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { id, response } = await inBrowser(navigator.credentials.get({ publicKey }));
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new NoPasskeyError();
  return JSON.stringify({
    id,
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    user_handle: response.userHandle === null ? null : textOf(response.userHandle),
  });
}

async function inBrowser(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const given = await asked.catch((error: unknown) => {
    throw error instanceof DOMException ? new NoPasskeyError() : error;
  });
  if (!(given instanceof PublicKeyCredential)) throw new NoPasskeyError();
  return given;
}

/** Base64url. */
function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCodePoint(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
