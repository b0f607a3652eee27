import { createHash, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { BUS_PLACE, placeOf } from './places.ts';
import { createSealer, UnsealError } from './seal.ts';

const SECRET = 's'.repeat(40);
const sealer = createSealer(SECRET);
const ada = placeOf('realm_user', { realm_id: 2, id: 8 });

test('a sealed value opens at its place', () => {
  expect(sealer.open(ada, sealer.seal(ada, 'Grüße'))).toBe('Grüße');
});

test.each([
  ['user', placeOf('realm_user', { realm_id: 2, id: 9 })],
  ['organization', placeOf('realm_user', { realm_id: 3, id: 8 })],
  ['table', placeOf('mail', { realm_id: 2, id: 8 })],
  ['purpose', BUS_PLACE],
])('a value does not open at the place of another %s', (_, place) => {
  const sealed = sealer.seal(ada, 'key');
  expect(() => sealer.open(place, sealed)).toThrow(UnsealError);
});

test('a value that was modified, cut or sealed with another secret does not open', () => {
  const sealed = sealer.seal(ada, 'key');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => sealer.open(ada, changed)).toThrow(UnsealError);
    expect(() => sealer.open(ada, sealed.subarray(0, index))).toThrow(UnsealError);
  }
  expect(() => sealer.open(ada, createSealer('o'.repeat(40)).seal(ada, 'key'))).toThrow(UnsealError);
});

test('a fingerprint equals that of earlier releases, so names of stored files stay valid', () => {
  const key = Buffer.from(hkdfSync('sha256', SECRET, 'parley', 'uploaded avatar', 32));
  const earlier = createHash('sha256').update(key).update('8:1', 'utf8').digest('hex');
  expect(sealer.fingerprint('uploaded avatar', '8:1')).toBe(earlier);
});
