import { createECDH } from 'node:crypto';
import { decryptPush } from '@parley/test-support/push-service.ts';
import { expect, test } from 'vitest';
import { CURVE, encryptPush } from './web-push-encryption.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** The example of RFC 8291, section 5. */
const EXAMPLE = {
  plaintext: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  devicePublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  devicePrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('[NT30] a payload is encrypted as in the example of RFC 8291', () => {
  const sender = createECDH(CURVE);
  sender.setPrivateKey(bytes(EXAMPLE.senderPrivate));
  const keys = { p256dh: bytes(EXAMPLE.devicePublic), auth: bytes(EXAMPLE.auth) };
  const body = encryptPush(Buffer.from(EXAMPLE.plaintext), keys, sender, bytes(EXAMPLE.salt));
  expect(body.toString('base64url')).toBe(EXAMPLE.body);
});

test('[NT30] a device decrypts what the server encrypted with fresh keys', () => {
  const device = createECDH(CURVE);
  device.setPrivateKey(bytes(EXAMPLE.devicePrivate));
  const auth = bytes(EXAMPLE.auth);
  const keys = { p256dh: device.getPublicKey(), auth };
  const first = encryptPush(Buffer.from('grüße'), keys);
  expect(decryptPush(first, device, auth).toString()).toBe('grüße');
  expect(encryptPush(Buffer.from('grüße'), keys)).not.toEqual(first);
});
