import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { PushConfig } from '@parley/server/engine/push-config.ts';

/** A mail server that nobody can reach: letters are written and wait. For proofs that are not about mail. */
export const ABSENT_MAIL_SERVER = { url: 'smtp://127.0.0.1:1', from: 'chat@parley.test' };

/** Variables of a push service that nobody can reach; the key of its account is written to a file. */
export function absentPushEnvironment(keyFile: string): Readonly<Record<string, string>> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = {
    type: 'service_account',
    project_id: 'parley-test',
    client_email: 'push@parley-test.example',
    private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    token_uri: 'http://127.0.0.1:1/token',
  };
  writeFileSync(keyFile, JSON.stringify(account));
  return {
    PARLEY_FCM_KEY_FILE: keyFile,
    PARLEY_FCM_URL: 'http://127.0.0.1:1',
    PARLEY_PUSH_REGISTRATION_KEY: randomBytes(32).toString('base64'),
  };
}

/** Push services that nobody can reach: devices register and pushes wait. */
export const ABSENT_PUSH: PushConfig = {
  apns: {
    url: 'http://127.0.0.1:1',
    key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    keyId: 'ABCDE12345',
    teamId: 'TEAM123456',
    appId: 'org.example.chat',
  },
  fcm: {
    url: 'http://127.0.0.1:1',
    projectId: 'parley-test',
    account: 'push@parley-test.example',
    key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    tokenUrl: 'http://127.0.0.1:1/token',
  },
  registrationKey: generateKeyPairSync('x25519').privateKey,
};
