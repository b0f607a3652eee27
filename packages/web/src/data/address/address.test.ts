import type { NarrowTerm, State } from '@parley/client';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';
import { narrowOf } from '../narrow/terms.ts';
import type { Narrow } from '../narrow/narrow.ts';
import type { Place } from './place.ts';

const SELF = 8;
const state = {
  user_id: SELF,
  subscriptions: [
    { stream_id: 7, name: 'general' },
    { stream_id: 9, name: 'Öl & Gas / 50%' },
  ],
  never_subscribed: [{ stream_id: 11, name: 'far away' }],
  realm_users: [
    { user_id: 5, full_name: 'Bram Okafor' },
    { user_id: SELF, full_name: 'Iris' },
  ],
} as unknown as State;

const topicOf = (channelId: number, topic: string): Narrow => ({ kind: 'topic', channelId, topic });
const messages = (narrow: Narrow, more: object = {}): Place => ({ view: 'messages', narrow, ...more });

test.each<[string, Place]>([
  ['#inbox', { view: 'inbox' }],
  ['#recent', { view: 'recent' }],
  ['#catch-up', { view: 'catch-up' }],
  ['#drafts', { view: 'drafts' }],
  ['#scheduled', { view: 'scheduled' }],
  ['#settings/look', { view: 'settings', page: 'look' }],
  ['#organization/permissions', { view: 'organization', page: 'permissions' }],
  ['#feed', messages({ kind: 'all' })],
  ['#search', messages({ kind: 'search', terms: [] })],
  ['#topics/channel/7-general', { view: 'topics', channelId: 7 }],
  ['#narrow/channel/7-general', messages({ kind: 'channel', channelId: 7 })],
  ['#narrow/channel/7-general/topic/hello/near/42', messages(topicOf(7, 'hello'), { near: 42 })],
  ['#narrow/channel/7-general/topic/hello/with/42', messages(topicOf(7, 'hello'), { with: 42 })],
  ['#narrow/channel/7-general/topic/', messages(topicOf(7, ''))],
  ['#narrow/channel/7-general/topic/a.20b.2Ec.2F', messages(topicOf(7, 'a b.c/'))],
  ['#narrow/dm/5-Bram-Okafor', messages({ kind: 'direct', userIds: [5] })],
  ['#narrow/dm/5,6-group', messages({ kind: 'direct', userIds: [5, 6] })],
  ['#narrow/dm/8-Iris', messages({ kind: 'direct', userIds: [] })],
  ['#narrow/is/mentioned', messages({ kind: 'mentions' })],
  ['#narrow/is/starred', messages({ kind: 'starred' })],
  ['#narrow/has/reaction/sender/8-Iris', messages({ kind: 'reactions' })],
  [
    '#narrow/-is/resolved/search/two.20words',
    messages({
      kind: 'search',
      terms: [
        { operator: 'is', operand: 'resolved', negated: true },
        { operator: 'search', operand: 'two words' },
      ],
    }),
  ],
])('the address %s is read and written', (address, place) => {
  expect(parseAddress(address, state)).toEqual(place);
  expect(formatAddress(place, state)).toBe(address);
});

test.each<[string, Place]>([
  ['', { view: 'inbox' }],
  ['#all_messages', messages({ kind: 'all' })],
  ['#narrow', messages({ kind: 'search', terms: [] })],
  ['#narrow/stream/7-renamed-since/subject/x', messages(topicOf(7, 'x'))],
  ['#narrow/stream/general/topic/x', messages(topicOf(7, 'x'))],
  ['#narrow/stream/far-away', messages({ kind: 'channel', channelId: 11 })],
  ['#narrow/pm-with/5-bram', messages({ kind: 'direct', userIds: [5] })],
  ['#narrow/dm/5,8-group', messages({ kind: 'direct', userIds: [5] })],
  ['#narrow/dm/6,5,8-group', messages({ kind: 'direct', userIds: [5, 6] })],
  ['#narrow/topic/x/channel/7', messages(topicOf(7, 'x'))],
  ['#narrow/has/reaction/sender/me', messages({ kind: 'reactions' })],
])('the older address %s is understood', (address, place) => {
  expect(parseAddress(address, state)).toEqual(place);
});

test.each(['#nothing', '#narrow/topic', '#topics/7', '#narrow/topic/%', '#narrow/topic/.E4'])(
  'the address %s leads nowhere',
  (address) => {
    expect(parseAddress(address, state)).toBeUndefined();
  },
);

const id = fc.integer({ min: 1, max: 2_000_000_000 });
const text = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  .map((s) => s.toWellFormed());
const plainTerm: fc.Arbitrary<NarrowTerm> = fc.oneof(
  fc.record({ operator: fc.constantFrom('sender' as const, 'mentions' as const), operand: id }),
  fc.record({ operator: fc.constant('channel' as const), operand: id }),
  fc.record({ operator: fc.constantFrom('topic' as const, 'search' as const), operand: text }),
  fc.record({
    operator: fc.constantFrom('is' as const, 'has' as const, 'in' as const),
    operand: fc.constantFrom('unread', 'link', 'home', 'dm', 'reaction'),
    negated: fc.constant(true),
  }),
);
const others = fc
  .uniqueArray(
    id.filter((one) => one !== SELF),
    { maxLength: 4 },
  )
  .map((ids) => ids.toSorted((a, b) => a - b));
const narrow: fc.Arbitrary<Narrow> = fc.oneof(
  fc.record({ kind: fc.constant('topic' as const), channelId: id, topic: text }),
  fc.record({ kind: fc.constant('channel' as const), channelId: id }),
  fc.record({ kind: fc.constant('direct' as const), userIds: others }),
  fc.constantFrom<Narrow>({ kind: 'all' }, { kind: 'mentions' }, { kind: 'starred' }, { kind: 'reactions' }),
  fc
    .array(plainTerm, { minLength: 1, maxLength: 5 })
    .map((terms): Narrow => ({ kind: 'search', terms }))
    .filter((one) => one.kind === 'search' && narrowOf(one.terms, SELF)?.kind === 'search'),
);
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.constantFrom<Place>({ view: 'inbox' }, { view: 'recent' }, { view: 'catch-up' }, { view: 'drafts' }),
  fc.record({ view: fc.constant('topics' as const), channelId: id }),
  fc.record({ view: fc.constantFrom('settings' as const, 'organization' as const), page: text }),
  fc.record(
    { view: fc.constant('messages' as const), narrow, near: id, with: id },
    { requiredKeys: ['view', 'narrow'] },
  ),
);

test('every place comes back from its address', () => {
  fc.assert(
    fc.property(place, (one) => {
      const address = formatAddress(one, state);
      expect(address).toMatch(/^#[^\s#]*$/);
      expect(parseAddress(address, state)).toEqual(one);
    }),
    { numRuns: 500 },
  );
});

test('no address throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((rest) => `#narrow/${rest}`),
      ),
      (address) => {
        expect(() => parseAddress(address, state)).not.toThrow();
      },
    ),
    { numRuns: 500 },
  );
});
