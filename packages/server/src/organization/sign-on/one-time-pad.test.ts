import { expect, test } from 'vitest';
import { newApiKey } from '../../engine/secrets/seal.ts';
import { encryptWithPad, PAD_SHAPE } from './methods.ts';

test('an encrypted key is decrypted with the same pad and has its length', () => {
  const key = newApiKey();
  const pad = '0123456789abcdef'.repeat(4);
  const sent = encryptWithPad(key, pad);
  expect(sent).toMatch(PAD_SHAPE);
  expect(
    Buffer.from(encryptWithPad(Buffer.from(sent, 'hex').toString('latin1'), pad), 'hex').toString(),
  ).toBe(key);
  expect(encryptWithPad('AB', '0103')).toBe('4041');
});
