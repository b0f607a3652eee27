import type { ChatParts, ChatWorld } from './chat-parts.ts';
import { callEach } from './faults.ts';

/** Takes over what is stored and lets the parts follow the source; the result ends all of it. */
export async function connectParts(
  parts: ChatParts,
  { source, persistence }: ChatWorld,
): Promise<() => Promise<void>> {
  const { model, outbox, drafts, changes, windows } = parts;
  passChanges(parts);
  const stored = await persistence.load();
  windows.restore(stored);
  drafts.restore(stored.drafts);
  outbox.restore(stored.outbox);
  changes.restore(stored.changes);
  const refresh = async (): Promise<void> => {
    const now = await persistence.load();
    outbox.refresh(now.outbox);
    drafts.refresh(now.drafts);
    changes.refresh(now.changes);
  };
  const ends = [
    persistence.onOtherTab?.(() => void refresh().catch(() => undefined)),
    source.onBatch(model.receive),
    retryWhenLive(parts, source),
  ];
  return async () => {
    for (const end of ends) end?.();
    for (const part of [outbox, drafts, changes, parts.typing, parts.presence]) part.stop();
    await source.close();
  };
}

/** Windows come last: they show what the other parts have taken in. */
function passChanges({ model, updateUnread, outbox, windows, ...parts }: ChatParts): void {
  const { topics, conversations, typing, optimistic, drafts } = parts;
  const receivers = [topics, conversations, typing, optimistic, drafts].map((part) => part.receive);
  model.onChange((batch) => {
    callEach([updateUnread]);
    callEach([outbox.receive], batch);
    if (batch !== undefined) callEach(receivers, batch);
    callEach([windows.update]);
  });
  outbox.entries.subscribe(windows.update);
}

/** Requests that failed are made again when the server can be reached. */
function retryWhenLive(
  { windows, topics, conversations, drafts }: ChatParts,
  { link }: ChatWorld['source'],
): () => void {
  let wasLive = link.get().status === 'live';
  return link.subscribe(() => {
    const isLive = link.get().status === 'live';
    if (isLive && !wasLive) for (const part of [windows, topics, conversations, drafts]) part.retry();
    wasLive = isLive;
  });
}
