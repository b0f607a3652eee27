import { expect, test } from 'vitest';
import { everyone } from '../log/audience.ts';
import { createSealer } from '../secrets/seal.ts';
import type { Tell } from './bus.ts';
import { createSpeech } from './speech.ts';

const speech = createSpeech(createSealer('s'.repeat(40)));
const stranger = createSpeech(createSealer('o'.repeat(40)));
const tell: Tell = {
  audience: everyone,
  event: { type: 'navigation_view', op: 'remove', fragment: 'hello' },
};

test('what a node says is understood by the others', () => {
  expect(speech.understand(7, speech.poke(4711))).toEqual({ kind: 'poke', head: 4711 });
  expect(speech.understand(7, speech.tell(7, tell))).toEqual({ kind: 'tell', tell });
});

test('nobody else can read it', () => {
  expect(Buffer.from(speech.tell(7, tell)).toString('latin1')).not.toContain('hello');
  expect(stranger.understand(7, speech.tell(7, tell))).toBeUndefined();
  expect(stranger.subjectOf(7)).not.toBe(speech.subjectOf(7));
});

test('an event cannot be made up, changed, or taken to another organization', () => {
  const changed = Buffer.from(speech.tell(7, tell));
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(speech.understand(7, changed)).toBeUndefined();
  expect(speech.understand(8, speech.tell(7, tell))).toBeUndefined();
  expect(speech.understand(7, Buffer.from(JSON.stringify({ realmId: 7, tell })))).toBeUndefined();
  for (const noise of ['', '-1', '1.5', '9'.repeat(16), 'x', '{}'])
    expect(speech.understand(7, Buffer.from(noise))).toBeUndefined();
});
