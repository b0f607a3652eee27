import type { Outbox } from '../chat.ts';
import type { Conversation } from '../narrow/narrow.ts';
import { OutboxEntries, type OutboxItem, type RenderEntry } from './entries.ts';
import { OutboxSender, type SenderWorld } from './sender.ts';
import { randomKey } from './send-arguments.ts';
import type { Batch, StoredEntry } from '../model/store.ts';

export type OutboxWorld = SenderWorld & { readonly render: RenderEntry };

export type RunningOutbox = Outbox & {
  /** Removes entries whose messages have arrived. */
  readonly receive: (batch: Batch | undefined) => void;
  /** Takes up entries that an earlier page left. */
  readonly restore: (entries: readonly StoredEntry[]) => void;
  /** Shows the entries of other tabs, after a change of the storage. */
  readonly refresh: (entries: readonly StoredEntry[]) => void;
  readonly stop: () => void;
};

/** An entry of another tab that is not sent within this time is sent here: the tab may be gone. */
const FOREIGN_MS = 20_000;

/** Texts on their way: stored before they are shown, sent in order per conversation, and never twice. */
export function createOutbox(world: OutboxWorld): RunningOutbox {
  const { clock, persistence } = world;
  const entries = new OutboxEntries(persistence, clock, world.render);
  const sender = new OutboxSender(world, entries);
  const add = async (conversation: Conversation, text: string, replacedKey?: string): Promise<void> => {
    const entry = { key: randomKey(), conversation, text, created: clock.now() };
    await persistence.putEntry(entry).catch(() => undefined);
    if (replacedKey !== undefined) entries.drop(replacedKey);
    entries.show(entry);
    void sender.work(conversation);
  };
  /** The server may have forgotten the key of an old entry, so that the user must want it sent. */
  const sendAnew = ({ conversation, text, key }: OutboxItem): Promise<void> => add(conversation, text, key);
  return {
    entries: entries.cell,
    send: (conversation, text) => add(conversation, text),
    retry: (key) => {
      const item = entries.find(key);
      if (item?.status !== 'failed') return;
      if (item.reason === 'expired') void sendAnew(item);
      else {
        entries.change(key, { status: 'sending', error: undefined, reason: undefined });
        void sender.work(item.conversation);
      }
    },
    discard: (key) => {
      entries.drop(key);
    },
    localKey: (messageId) => entries.localKey(messageId),
    receive: (batch) => {
      if (entries.cell.get().length > 0) removeArrived(entries, batch, world.hasMessage);
    },
    restore: (stored) => {
      for (const entry of stored.toSorted((a, b) => a.created - b.created))
        entries.show(entry, { isUncertain: true });
      const resend = async (): Promise<void> => {
        await Promise.all(stored.map(({ conversation }) => sender.work(conversation)));
      };
      if (stored.length > 0) void (persistence.lock?.('outbox', resend) ?? resend());
    },
    refresh: (stored) => {
      entries.keepForeign(new Set(stored.map(({ key }) => key)));
      for (const entry of stored) {
        if (entries.find(entry.key) !== undefined) continue;
        entries.show(entry, { isForeign: true });
        clock.after(FOREIGN_MS, () => {
          if (sender.isStopped) return;
          entries.change(entry.key, { isForeign: false });
          void sender.work(entry.conversation);
        });
      }
    },
    stop: () => {
      sender.stop();
    },
  };
}

function removeArrived(
  entries: OutboxEntries,
  batch: Batch | undefined,
  hasMessage: (id: number) => boolean,
): void {
  const events = batch?.kind === 'events' ? batch.events : [];
  for (const event of events) {
    if (event.type !== 'message') continue;
    const { local_message_id: localKey, message } = event;
    const item = entries.cell.get().find((one) => one.key === localKey || one.messageId === message.id);
    if (item !== undefined) entries.arrived(item.key, message.id);
  }
  for (const { key, messageId } of entries.cell.get())
    if (messageId !== undefined && (batch?.kind === 'snapshot' || hasMessage(messageId)))
      entries.arrived(key, messageId);
}
