import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { errorText } from './error-text.ts';
import { parseJson } from './parse-json.ts';

/** The keys with which the operator's own mobile apps are notified. Without them only Web Push is available. */
export type PushConfig = {
  readonly apns: ApnsConfig | undefined;
  readonly fcm: FcmConfig | undefined;
  /** Opens the registrations that apps encrypt; undefined if apps register plain tokens only. */
  readonly registrationKey: KeyObject | undefined;
};

export type ApnsConfig = {
  readonly url: string;
  readonly key: KeyObject;
  readonly keyId: string;
  readonly teamId: string;
  /** The app of tokens that name none. */
  readonly appId: string;
};

export type FcmConfig = {
  readonly url: string;
  readonly projectId: string;
  readonly account: string;
  readonly key: KeyObject;
  readonly tokenUrl: string;
};

export function pushConfigOf(e: Environment): PushConfig {
  const apns = apnsOf(e);
  const fcm = fcmOf(e);
  const registrationKey = registrationKeyOf(e.PARLEY_PUSH_REGISTRATION_KEY);
  if (registrationKey !== undefined && apns === undefined && fcm === undefined)
    throw new ConfigError(
      '  PARLEY_PUSH_REGISTRATION_KEY needs a push service: set PARLEY_APNS_KEY_FILE or PARLEY_FCM_KEY_FILE too',
    );
  return { apns, fcm, registrationKey };
}

/** Whether mobile apps can be notified. */
export function canNotifyApps({ push }: { readonly push: PushConfig }): boolean {
  return push.apns !== undefined || push.fcm !== undefined;
}

function apnsOf(e: Environment): ApnsConfig | undefined {
  const parts = [e.PARLEY_APNS_KEY_FILE, e.PARLEY_APNS_KEY_ID, e.PARLEY_APNS_TEAM_ID, e.PARLEY_APNS_APP_ID];
  if (parts.every((part) => part === '')) return undefined;
  if (parts.includes(''))
    throw new ConfigError(
      '  PARLEY_APNS_KEY_FILE, PARLEY_APNS_KEY_ID, PARLEY_APNS_TEAM_ID and PARLEY_APNS_APP_ID belong together',
    );
  const key = privateKeyOf(
    'PARLEY_APNS_KEY_FILE',
    readKeyFile('PARLEY_APNS_KEY_FILE', e.PARLEY_APNS_KEY_FILE),
  );
  if (key.asymmetricKeyType !== 'ec')
    throw new ConfigError(
      '  PARLEY_APNS_KEY_FILE must be the .p8 file of a key for APNs, as Apple issues it',
    );
  return {
    url: e.PARLEY_APNS_URL,
    key,
    keyId: e.PARLEY_APNS_KEY_ID,
    teamId: e.PARLEY_APNS_TEAM_ID,
    appId: e.PARLEY_APNS_APP_ID,
  };
}

const serviceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url(),
});

function fcmOf(e: Environment): FcmConfig | undefined {
  if (e.PARLEY_FCM_KEY_FILE === '') return undefined;
  const read = serviceAccount.safeParse(parseJson(readKeyFile('PARLEY_FCM_KEY_FILE', e.PARLEY_FCM_KEY_FILE)));
  if (!read.success)
    throw new ConfigError(
      '  PARLEY_FCM_KEY_FILE must be the JSON key of a service account with the right to send messages of Firebase',
    );
  const { project_id, client_email, private_key, token_uri } = read.data;
  return {
    url: e.PARLEY_FCM_URL,
    projectId: project_id,
    account: client_email,
    key: privateKeyOf('PARLEY_FCM_KEY_FILE', private_key),
    tokenUrl: token_uri,
  };
}

function readKeyFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`  ${name} cannot be read: ${errorText(error)}`);
  }
}

function privateKeyOf(name: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new ConfigError(`  ${name} contains no private key: use the file as it was downloaded`);
  }
}

const KEY_BYTES = 32;
/** The start of a private key of X25519 in the form PKCS #8; the 32 bytes of the key follow. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

function registrationKeyOf(text: string): KeyObject | undefined {
  if (text === '') return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES)
    throw new ConfigError(
      `  PARLEY_PUSH_REGISTRATION_KEY must be ${KEY_BYTES} bytes in Base64; make one with: openssl rand -base64 ${KEY_BYTES}`,
    );
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, key]), format: 'der', type: 'pkcs8' });
}

/** The public key that apps contain, in Base64. */
export function registrationPublicKey(key: KeyObject): Buffer {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return der.subarray(-KEY_BYTES);
}
