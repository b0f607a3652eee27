import type { Client, ServerEvent } from '@parley/client';
import { createCell, type Cell } from '../cell.ts';
import type { ChatActions, KeptUnread, Undoable, UnreadIndex } from '../chat.ts';
import type { ChatClock } from '../clock.ts';
import type { Model } from '../model/model.ts';
import { narrowKey, type Narrow } from '../narrow/narrow.ts';
import { narrowTerms } from '../narrow/terms.ts';
import type { Optimistic } from '../model/optimistic.ts';
import { flagEvent } from '../model/synthetic-events.ts';
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
  readonly flush: () => Promise<void>;
};

export function createReadMarks(world: {
  readonly client: Client;
  readonly model: Model;
  readonly clock: ChatClock;
  readonly optimistic: Optimistic;
  readonly unread: Cell<UnreadIndex>;
  readonly selfId: number;
}): ReadMarks {
  const { client, model, clock, optimistic, unread } = world;
  const undoable = createCell<Undoable | undefined>(undefined);
  const keptUnread = createCell<KeptUnread | undefined>(undefined);
  let seen: number[] = [];
  let shown: ReturnType<Model['showPending']> | undefined;
  let cancel: (() => void) | undefined;

  const setFlags = async (op: 'add' | 'remove', ids: readonly number[]): Promise<void> => {
    for (let from = 0; from < ids.length; from += MAX_FLAGGED_MESSAGES)
      await client.updateMessageFlags(
        { op, flag: 'read', messages: ids.slice(from, from + MAX_FLAGGED_MESSAGES) },
        { isHarmless: true },
      );
  };
  const read = (ids: readonly number[]): Promise<boolean> =>
    optimistic.run([flagEvent('add', 'read', ids)], () => setFlags('add', ids), confirmsRead('add', ids));

  const flush = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    if (seen.length === 0) return;
    const ids = seen;
    seen = [];
    const own = shown;
    shown = undefined;
    const done = read(ids);
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
        await optimistic.ask(() => setFlags('remove', ids));
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
              narrow: narrowTerms(narrow, world.selfId),
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

/** Whether an event says that the last of these messages got or lost the flag. */
function confirmsRead(op: 'add' | 'remove', ids: readonly number[]): (event: ServerEvent) => boolean {
  const left = new Set(ids);
  return (event) => {
    if (event.type !== 'update_message_flags' || event.flag !== 'read' || event.op !== op) return false;
    if (event.all) return true;
    for (const id of event.messages) left.delete(id);
    return left.size === 0;
  };
}
