import type {
  AuthenticatorTransport,
  RegistrationResponseJSON,
  AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@parley/contract/endpoints/passkeys.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { hashOf } from '../../../engine/secrets/seal.ts';
import type { UserRow } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { PASSKEY_MS } from './challenges.ts';

/** EdDSA, ES256 and RS256, by their COSE numbers: together all authenticators have one of them. */
const ALGORITHMS = [-8, -7, -257];

type Hosts = Pick<World, 'config'>;
type Realm = Pick<RealmRow, 'subdomain' | 'name'>;

/** A passkey as it is sealed. */
export type StoredPasskey = {
  readonly id: string;
  readonly publicKey: string;
  readonly transports: readonly string[];
};

/** The organization as authenticators know it: its passkeys work at its own address alone. */
function partyOf({ config: { hosts } }: Hosts, { subdomain }: Realm) {
  const { origin, hostname } = new URL(urlOf(hosts, subdomain));
  return { origin, id: hostname };
}

/** The name by which an authenticator knows an account; it tells nothing about its user. */
export function handleOf(realmId: number, userId: number): string {
  return hashOf(`passkeys of ${realmId}/${userId}`).toString('base64url');
}

export function creationOf(
  hosts: Hosts,
  realm: Realm & Pick<RealmRow, 'id'>,
  user: Pick<UserRow, 'id' | 'delivery_email' | 'full_name'>,
  challenge: string,
  existing: readonly StoredPasskey[],
): PasskeyCreation {
  return {
    challenge,
    rp: { id: partyOf(hosts, realm).id, name: realm.name },
    user: { id: handleOf(realm.id, user.id), name: user.delivery_email, displayName: user.full_name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_MS,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: existing.map(descriptorOf),
  };
}

/** Options for one of these passkeys, or without them for any one that checks its user. */
export function requestOf(
  hosts: Hosts,
  realm: Realm,
  challenge: string,
  allowed: readonly StoredPasskey[] | undefined,
): PasskeyRequest {
  return {
    challenge,
    rpId: partyOf(hosts, realm).id,
    timeout: PASSKEY_MS,
    userVerification: allowed === undefined ? 'required' : 'discouraged',
    allowCredentials: (allowed ?? []).map(descriptorOf),
  };
}

function descriptorOf({ id, transports }: StoredPasskey) {
  return { type: 'public-key' as const, id, transports: [...transports] };
}

/** The passkey that a browser has made and its counter; undefined if it is not for this challenge and organization. */
export async function verifyCreated(
  hosts: Hosts,
  realm: Realm,
  challenge: string,
  created: CreatedPasskey,
): Promise<{ readonly passkey: StoredPasskey; readonly counter: number } | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { origin, id } = partyOf(hosts, realm);
  const response: RegistrationResponseJSON = {
    id: created.id,
    rawId: created.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: created.client_data, attestationObject: created.attestation },
  };
  const given = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (given?.verified !== true) return undefined;
  const { credential } = given.registrationInfo;
  const publicKey = Buffer.from(credential.publicKey).toString('base64url');
  return {
    passkey: { id: credential.id, publicKey, transports: created.transports },
    counter: credential.counter,
  };
}

/** Conditions of an answer of a passkey. */
export type Expected = {
  readonly challenge: string;
  readonly counter: number;
  readonly handle: string;
  /** The passkey alone logs in, so it must have checked its user. */
  readonly mustVerifyUser: boolean;
};

/** The new counter of a passkey; undefined for an answer that does not fulfill what is expected. */
export async function verifyUsed(
  hosts: Hosts,
  realm: Realm,
  { id, publicKey, transports }: StoredPasskey,
  used: UsedPasskey,
  expected: Expected,
): Promise<number | undefined> {
  if (used.user_handle !== null && used.user_handle !== expected.handle) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const party = partyOf(hosts, realm);
  const response: AuthenticationResponseJSON = {
    id: used.id,
    rawId: used.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: used.client_data,
      authenticatorData: used.authenticator_data,
      signature: used.signature,
    },
  };
  const given = await verifyAuthenticationResponse({
    response,
    expectedChallenge: expected.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: expected.mustVerifyUser,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: expected.counter,
      transports: [...transports] as AuthenticatorTransport[],
    },
  }).catch(() => undefined);
  return given?.verified === true ? given.authenticationInfo.newCounter : undefined;
}
