import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretIn, signedIn, signedWithTimeIn } from './signatures.ts';

const BODY = Buffer.from('{"zen":"Half measures are as bad as nothing at all."}');
const NOW = 1_790_000_000;

function hmac(text: string | Buffer, secret = 'moon'): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

const request = { body: BODY, secret: 'moon', nowSeconds: NOW };

test.each<[string, string, boolean]>([
  ['the signature', `sha256=${hmac(BODY)}`, true],
  ['a signature beside that of an older secret', `sha256=${hmac(BODY, 'sun')}, sha256=${hmac(BODY)}`, true],
  ['the signature of another secret', `sha256=${hmac(BODY, 'sun')}`, false],
  ['the signature of another body', `sha256=${hmac('{}')}`, false],
  ['a signature without its prefix', hmac(BODY), false],
  ['a part of the signature', `sha256=${hmac(BODY).slice(0, 32)}`, false],
  ['a prefix alone', 'sha256=', false],
  ['nothing', '', false],
  ['a signature after too many others', `${'x,'.repeat(10)}sha256=${hmac(BODY)}`, false],
])('a signed body: %s', (_name, proof, isValid) => {
  expect(signedIn('X-Signature', 'sha256=').isValid(proof, request)).toBe(isValid);
});

test('the published example of GitHub is valid', () => {
  const proof = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const example = {
    body: Buffer.from('Hello, World!'),
    secret: "It's a Secret to Everybody",
    nowSeconds: NOW,
  };
  expect(signedIn('X-Hub-Signature-256', 'sha256=').isValid(proof, example)).toBe(true);
});

test.each<[string, string, boolean]>([
  ['the secret', 'moon', true],
  ['another secret of the same length', 'mood', false],
  ['a longer secret', 'moons', false],
  ['nothing', '', false],
])('a secret as proof: %s', (_name, proof, isValid) => {
  expect(secretIn('X-Token').isValid(proof, request)).toBe(isValid);
});

function stamped(time: number, signedTime = time): string {
  return `t=${time},v1=${hmac(`${signedTime}.${BODY.toString()}`)}`;
}

test.each<[string, string, boolean]>([
  ['a request of this moment', stamped(NOW), true],
  ['a request of five minutes ago', stamped(NOW - 300), true],
  ['an older request', stamped(NOW - 301), false],
  ['a request of the future', stamped(NOW + 301), false],
  ['an old request under a new time', stamped(NOW, NOW - 600), false],
  ['a test signature beside the real one', `${stamped(NOW)},v0=${'0'.repeat(64)}`, true],
  ['a signature of another version', stamped(NOW).replace('v1=', 'v0='), false],
  ['a signature without a time', `v1=${hmac(`.${BODY.toString()}`)}`, false],
  ['a time that is no number', stamped(NOW).replace(/t=\d+/, 't=now'), false],
])('a signed time: %s', (_name, proof, isValid) => {
  expect(signedWithTimeIn('X-Signature').isValid(proof, request)).toBe(isValid);
});
