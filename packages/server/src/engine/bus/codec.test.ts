import { expect, test } from 'vitest';
import { everyone } from '../log/audience.ts';
import { createSealer } from '../secrets/seal.ts';
import type { EphemeralEvent } from './bus.ts';
import { createBusCodec } from './codec.ts';

const codec = createBusCodec(createSealer('s'.repeat(40)));
const stranger = createBusCodec(createSealer('o'.repeat(40)));
const ephemeral: EphemeralEvent = {
  audience: everyone,
  event: { type: 'navigation_view', op: 'remove', fragment: 'hello' },
};

test('a message of a node is decoded by other nodes', () => {
  expect(codec.decode(7, codec.wakeUp(4711))).toEqual({ kind: 'wake-up', head: 4711 });
  expect(codec.decode(7, codec.ephemeral(7, ephemeral))).toEqual({ kind: 'ephemeral', ephemeral });
});

test('another installation cannot read an ephemeral event', () => {
  expect(Buffer.from(codec.ephemeral(7, ephemeral)).toString('latin1')).not.toContain('hello');
  expect(stranger.decode(7, codec.ephemeral(7, ephemeral))).toBeUndefined();
  expect(stranger.subjectOf(7)).not.toBe(codec.subjectOf(7));
});

test('an event cannot be forged, modified or moved to another organization', () => {
  const changed = Buffer.from(codec.ephemeral(7, ephemeral));
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(codec.decode(7, changed)).toBeUndefined();
  expect(codec.decode(8, codec.ephemeral(7, ephemeral))).toBeUndefined();
  expect(codec.decode(7, Buffer.from(JSON.stringify({ realmId: 7, ephemeral })))).toBeUndefined();
  for (const noise of ['', '-1', '1.5', '9'.repeat(16), 'x', '{}'])
    expect(codec.decode(7, Buffer.from(noise))).toBeUndefined();
});
