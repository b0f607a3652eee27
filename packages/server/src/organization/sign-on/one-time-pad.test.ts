import { expect, test } from 'vitest';
import { newApiKey } from '../../engine/secrets/seal.ts';
import { hidden, PAD_SHAPE } from './methods.ts';

test('a key comes out of what its pad hides, and is as long as the pad', () => {
  const key = newApiKey();
  const pad = '0123456789abcdef'.repeat(4);
  const sent = hidden(key, pad);
  expect(sent).toMatch(PAD_SHAPE);
  expect(Buffer.from(hidden(Buffer.from(sent, 'hex').toString('latin1'), pad), 'hex').toString()).toBe(key);
  expect(hidden('AB', '0103')).toBe('4041');
});
