import type { Client } from '@parley/client';
import { createCell, type Cell } from '../cell.ts';
import type { ChatActions, KeptUnread, Undoable, UnreadIndex } from '../chat.ts';
import type { ChatClock } from '../clock.ts';
import type { Model } from '../model/model.ts';
import { narrowKey, type Narrow } from '../narrow/narrow.ts';
import { requestTerms } from '../narrow/terms.ts';
import type { Optimistic } from '../model/optimistic.ts';
import { flagEvent } from '../model/synthetic-events.ts';
import type { ChangeOptions, Changes } from '../outbox/changes.ts';
import { plural, t } from '../../words/index.ts';

/** Quiet time after which seen messages are reported in one request. */
const REPORT_AFTER_MS = 1_000;
const UNDO_FOR_MS = 600_000;
/** Ids in one request. */
const MAX_FLAGGED_MESSAGES = 5_000;

export type ReadMarks = Pick<
  ChatActions,
  | 'undoable'
  | 'markRead'
  | 'markConversationRead'
  | 'markChannelRead'
  | 'markAllRead'
  | 'markReadUpTo'
  | 'markUnreadFrom'
  | 'keptUnread'
> & {
  /** Reports seen messages at once. */
  readonly flush: (options?: ChangeOptions) => Promise<void>;
};

export function createReadMarks(world: {
  readonly client: Client;
  readonly model: Model;
  readonly clock: ChatClock;
  readonly optimistic: Optimistic;
  readonly changes: Changes;
  readonly unread: Cell<UnreadIndex>;
  readonly selfId: number;
}): ReadMarks {
  const { client, model, clock, optimistic, changes, unread } = world;
  const undoable = createCell<Undoable | undefined>(undefined);
  const keptUnread = createCell<KeptUnread | undefined>(undefined);
  let seen: number[] = [];
  let shown: ReturnType<Model['showPending']> | undefined;
  let cancel: (() => void) | undefined;

  const unreadAgain = async (ids: readonly number[]): Promise<void> => {
    for (const messages of partsOf(ids))
      await client.updateMessageFlags({ op: 'remove', flag: 'read', messages }, { isHarmless: true });
  };
  const read = async (ids: readonly number[], options?: ChangeOptions): Promise<boolean> => {
    const parts = partsOf(ids).map((messages) =>
      changes.make({ kind: 'flag', op: 'add', flag: 'read', messages }, options),
    );
    return (await Promise.all(parts)).every(Boolean);
  };

  const flush = async (options?: ChangeOptions): Promise<void> => {
    cancel?.();
    cancel = undefined;
    if (seen.length === 0) return;
    const ids = seen;
    seen = [];
    const own = shown;
    shown = undefined;
    const done = read(ids, options);
    own?.end();
    await done;
  };
  const offerUndo = (text: string, undo: () => Promise<void>): void => {
    const offer: Undoable = {
      text,
      undo: async () => {
        if (undoable.get() === offer) undoable.set(undefined);
        await undo();
      },
    };
    undoable.set(offer);
    clock.after(UNDO_FOR_MS, () => {
      if (undoable.get() === offer) undoable.set(undefined);
    });
  };
  const readInBulk = async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0 || !(await read(ids))) return;
    offerUndo(
      plural(ids.length, { one: '# message marked as read', other: '# messages marked as read' }),
      async () => {
        await optimistic.ask(() => unreadAgain(ids));
      },
    );
  };
  const unreadIn = (narrow: Narrow, from = 0, to = Infinity): number[] =>
    [...unread.get().byKey.values()].flatMap(({ conversation, ids }) => {
      const isInside =
        narrow.kind === 'channel'
          ? conversation.kind === 'topic' && conversation.channelId === narrow.channelId
          : narrowKey(narrow) === narrowKey(conversation) || narrow.kind === 'all';
      return isInside ? ids.filter((id) => from <= id && id <= to) : [];
    });

  return {
    undoable,
    keptUnread,
    flush,
    markRead: (ids) => {
      const fresh = ids.filter((id) => unread.get().ids.has(id));
      if (fresh.length === 0) return;
      seen = [...seen, ...fresh];
      const before = shown;
      shown = model.showPending([flagEvent('add', 'read', seen)]);
      before?.end();
      cancel?.();
      cancel = clock.after(REPORT_AFTER_MS, () => void flush());
    },
    markConversationRead: (conversation) => readInBulk(unreadIn(conversation)),
    markChannelRead: (channelId) => readInBulk(unreadIn({ kind: 'channel', channelId })),
    markReadUpTo: (narrow, messageId) => readInBulk(unreadIn(narrow, 0, messageId)),
    markAllRead: () => readInBulk(unreadIn({ kind: 'all' })),
    markUnreadFrom: async (narrow, messageId) => {
      // A later report would make them read again.
      await flush();
      keptUnread.set({ narrow, firstId: messageId, lastId: Infinity });
      let lastId = messageId;
      const isDone = await optimistic.ask(async () => {
        let anchor = String(messageId);
        for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
          const result = await client.updateMessageFlagsForNarrow(
            {
              anchor,
              include_anchor: isFirst,
              narrow: requestTerms(narrow, world.selfId),
              num_before: 0,
              num_after: MAX_FLAGGED_MESSAGES,
              op: 'remove',
              flag: 'read',
            },
            { isHarmless: true },
          );
          isLast = result.found_newest || result.last_processed_id === null;
          anchor = String(result.last_processed_id);
          lastId = result.last_processed_id ?? lastId;
        }
      });
      keptUnread.set(isDone ? { narrow, firstId: messageId, lastId } : undefined);
      if (!isDone) return;
      offerUndo(t('Marked as unread from here'), async () => {
        await readInBulk(unreadIn(narrow, messageId));
      });
    },
  };
}

function partsOf(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / MAX_FLAGGED_MESSAGES);
  return Array.from({ length: count }, (_, n) =>
    ids.slice(n * MAX_FLAGGED_MESSAGES, (n + 1) * MAX_FLAGGED_MESSAGES),
  );
}
