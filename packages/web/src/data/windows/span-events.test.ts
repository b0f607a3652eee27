import type { ServerEvent } from '@parley/client';
import { expect, test } from 'vitest';
import type { Narrow } from '../narrow/narrow.ts';
import { isUnsettledBy } from './span-events.ts';

const gone = {
  type: 'stream',
  op: 'delete',
  stream_ids: [7],
  streams: [{ stream_id: 7 }],
  id: 1,
} as const satisfies ServerEvent;

test.each<readonly [Narrow, boolean]>([
  [{ kind: 'channel', channelId: 7 }, true],
  [{ kind: 'channel', channelId: 8 }, false],
  [{ kind: 'topic', channelId: 8, topic: 'plums' }, false],
  [{ kind: 'direct', userIds: [2] }, false],
  [{ kind: 'all' }, true],
  [{ kind: 'mentions' }, true],
  [{ kind: 'starred' }, true],
  [{ kind: 'reactions' }, true],
  [{ kind: 'search', terms: [] }, true],
])('a channel that the reader no longer sees may have messages in %j: %s', (narrow, isUnsettled) => {
  expect(isUnsettledBy(narrow, gone)).toBe(isUnsettled);
});
