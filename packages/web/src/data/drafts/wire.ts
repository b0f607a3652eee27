import type { State } from '@parley/client';
import { narrowKey, type Conversation } from '../narrow/narrow.ts';
import { destinationArguments } from '../outbox/send-arguments.ts';
import type { StoredDraft } from '../model/store.ts';

type ServerDraft = NonNullable<State['drafts']>[number];
type PlacedDraft = { readonly draft: ServerDraft; readonly conversation: Conversation };

/** A draft as the server takes it. */
export function draftInput({ conversation, text, changed }: StoredDraft, selfId: number) {
  const place = destinationArguments(conversation, selfId);
  return {
    type: place.type === 'channel' ? ('stream' as const) : ('private' as const),
    to: place.type === 'channel' ? [place.to] : place.to,
    topic: place.type === 'channel' ? place.topic : '',
    content: text,
    timestamp: Math.floor(changed / 1000),
  };
}

/** The newest draft of each conversation. Drafts without a recipient have none. */
export function newestDrafts(
  drafts: readonly ServerDraft[],
  selfId: number | undefined,
): ReadonlyMap<string, PlacedDraft> {
  const newest = new Map<string, PlacedDraft>();
  for (const draft of drafts) {
    const conversation = conversationOfDraft(draft, selfId);
    if (conversation === undefined) continue;
    const key = narrowKey(conversation);
    const known = newest.get(key);
    if (known === undefined || known.draft.timestamp < draft.timestamp)
      newest.set(key, { draft, conversation });
  }
  return newest;
}

/** The server counts whole seconds, so an own change in the same second is newer. */
export function isNewerDraft(draft: ServerDraft, own: StoredDraft): boolean {
  if (draft.id === own.draftId && own.isSynced) return draft.content !== own.text;
  return draft.timestamp * 1000 > own.changed;
}

export function adoptedDraft(draft: ServerDraft, conversation: Conversation): StoredDraft {
  return {
    conversation,
    text: draft.content,
    changed: draft.timestamp * 1000,
    draftId: draft.id,
    isSynced: true,
  };
}

function conversationOfDraft(
  { type, to, topic }: ServerDraft,
  selfId: number | undefined,
): Conversation | undefined {
  const [first] = to;
  if (first === undefined) return undefined;
  if (type === 'stream') return { kind: 'topic', channelId: first, topic };
  const others = to.filter((id) => id !== selfId).toSorted((a, b) => a - b);
  return type === 'private' ? { kind: 'direct', userIds: others } : undefined;
}
