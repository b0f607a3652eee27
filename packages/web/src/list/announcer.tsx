import type { Message } from '@parley/client';
import { useEffect, useState, type ReactElement } from 'react';
import type { Chat, MessageWindow } from '../data/chat.ts';
import { after } from '../data/clock.ts';
import { meText } from '../data/derived/me-text.ts';
import { previewText } from '../data/derived/preview-text.ts';
import { useChat } from '../screen/chat-context.ts';
import { plural } from '../words/index.ts';
import type { ListController } from './controller.ts';

export type AnnouncerProps = { readonly window: MessageWindow; readonly controller: ListController };

/** Messages that arrive within this time are announced together. */
const COLLECT_MS = 1_000;

/** Tells screen readers of new messages while the end of the list is in sight. */
export function Announcer({ window, controller }: AnnouncerProps): ReactElement {
  const chat = useChat();
  const [words, setWords] = useState('');
  useEffect(
    () => watchNewMessages(chat, window, controller, (messages) => setWords(wordsOf(messages))),
    [chat, window, controller],
  );
  return (
    <div className="sr" role="status">
      {words}
    </div>
  );
}

/** Collects messages of other users that come at the end. */
function watchNewMessages(
  chat: Chat,
  { view }: MessageWindow,
  { isAtEnd }: ListController,
  onNew: (messages: readonly Message[]) => void,
): () => void {
  let known = view.get().ids.at(-1) ?? Infinity;
  let cancel: (() => void) | undefined;
  const tell = (): void => {
    cancel = undefined;
    const { ids, foundNewest } = view.get();
    const fresh = ids.filter((id) => id > known).flatMap((id) => chat.messages.get(id) ?? []);
    known = ids.at(-1) ?? known;
    const others = fresh.filter(({ sender_id: sender }) => sender !== chat.selfId);
    if (foundNewest && isAtEnd.get() && others.length > 0) onNew(others);
  };
  const unsubscribe = view.subscribe(() => {
    cancel ??= after(COLLECT_MS, tell);
  });
  return () => {
    unsubscribe();
    cancel?.();
  };
}

function wordsOf(messages: readonly Message[]): string {
  const [only, ...others] = messages;
  if (only === undefined || others.length > 0)
    return plural(messages.length, { one: '# new message', other: '# new messages' });
  const text = previewText(only.content);
  const act = meText(text);
  return act === undefined ? `${only.sender_full_name}: ${text}` : `${only.sender_full_name} ${act}`;
}
