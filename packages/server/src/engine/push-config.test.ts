import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { registrationPublicKey } from './push-config.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'parley-push-'));
afterAll(() => rmSync(directory, { recursive: true }));

function file(name: string, content: string): string {
  const at = path.join(directory, name);
  writeFileSync(at, content);
  return at;
}

function read(variables: Record<string, string>) {
  return readConfig({ PARLEY_SECRET: 'x'.repeat(32), ...variables }).push;
}

function pem(kind: 'ec' | 'rsa'): string {
  const { privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

const apns = {
  PARLEY_APNS_KEY_FILE: file('key.p8', pem('ec')),
  PARLEY_APNS_KEY_ID: 'ABCDE12345',
  PARLEY_APNS_TEAM_ID: 'TEAM123456',
  PARLEY_APNS_APP_ID: 'org.example.chat',
};

const account = {
  type: 'service_account',
  project_id: 'example',
  client_email: 'push@example.iam.gserviceaccount.com',
  private_key: pem('rsa'),
  token_uri: 'https://oauth2.googleapis.com/token',
};

test('nothing is configured by default', () => {
  expect(read({})).toEqual({ apns: undefined, fcm: undefined, registrationKey: undefined });
});

test('keys of both services are read from their files', () => {
  const push = read({ ...apns, PARLEY_FCM_KEY_FILE: file('account.json', JSON.stringify(account)) });
  expect(push.apns).toMatchObject({
    url: 'https://api.push.apple.com',
    keyId: 'ABCDE12345',
    teamId: 'TEAM123456',
    appId: 'org.example.chat',
  });
  expect(push.fcm).toMatchObject({
    url: 'https://fcm.googleapis.com',
    projectId: 'example',
    tokenUrl: 'https://oauth2.googleapis.com/token',
  });
});

test('the public part of the registration key is the one of X25519', () => {
  const key = Buffer.from('77076d0a7318a57d3c16c17251b26645c6c2f3f4a4d2ef8a4ae4b4dd6aa7a8d5', 'hex');
  const { registrationKey } = read({ ...apns, PARLEY_PUSH_REGISTRATION_KEY: key.toString('base64') });
  const jwk = registrationKey?.export({ format: 'jwk' });
  expect(Buffer.from(jwk?.d ?? '', 'base64url')).toEqual(key);
  expect(registrationKey && registrationPublicKey(registrationKey).toString('base64url')).toBe(jwk?.x);
});

test.each([
  ['a part of the key is missing', { ...apns, PARLEY_APNS_TEAM_ID: '' }, 'PARLEY_APNS_TEAM_ID'],
  ['an identifier has another form', { ...apns, PARLEY_APNS_KEY_ID: 'abc' }, 'AB12CD34EF'],
  ['there is no file', { ...apns, PARLEY_APNS_KEY_FILE: '/nowhere.p8' }, 'ENOENT'],
  ['the file has no key', { ...apns, PARLEY_APNS_KEY_FILE: file('empty', '') }, 'no private key'],
  ['the key is of another kind', { ...apns, PARLEY_APNS_KEY_FILE: file('rsa', pem('rsa')) }, '.p8'],
  ['the service is not encrypted', { ...apns, PARLEY_APNS_URL: 'http://push.example.org' }, 'https://'],
  ['the account is not JSON', { PARLEY_FCM_KEY_FILE: file('text', 'text') }, 'service account'],
  [
    'the account lacks its project',
    { PARLEY_FCM_KEY_FILE: file('part', JSON.stringify({ ...account, project_id: '' })) },
    'service account',
  ],
  ['the registration key is short', { ...apns, PARLEY_PUSH_REGISTRATION_KEY: 'AAAA' }, 'openssl rand'],
  ['no service uses the key', { PARLEY_PUSH_REGISTRATION_KEY: 'A'.repeat(43) + '=' }, 'PARLEY_FCM_KEY_FILE'],
])('the server does not start if %s', (_, variables, hint) => {
  expect(() => read(variables)).toThrow(hint);
});
