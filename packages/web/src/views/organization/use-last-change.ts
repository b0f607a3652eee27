import { useEffect } from 'react';
import { readLastChanges, type LastChange } from '../../data/actions/audit-actions.ts';
import { createCell } from '../../data/cell.ts';
import type { Chat } from '../../data/chat.ts';
import { now } from '../../data/clock.ts';
import { useSelect, useWatched } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { dayName } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { actorName } from './log/entry-words.ts';

const lastChanges = createCell<ReadonlyMap<string, LastChange>>(new Map());
let request: Promise<void> | undefined;

/** `Changed by Iris Lindqvist, today`, for those who see the log; read again when the value changes. */
export function useLastChange(field: string, value: unknown): string | undefined {
  const chat = useChat();
  const maySee = useSelect(chat.state, (state) => state.is_admin === true);
  const state = useWatched(chat.state);
  useEffect(() => {
    if (maySee) refresh(chat);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a value that changed has another last change
  }, [chat, maySee, value]);
  const change = useSelect(lastChanges, (all) => all.get(field));
  if (!maySee || change === undefined) return undefined;
  const name = actorName(state, { kind: change.actor_kind, user_id: change.user_id });
  return t('Changed by {name}, {day}', { name, day: dayName(change.time, now()) });
}

/** Many lines ask at once. Without an answer they say nothing: the log tells why. */
function refresh(chat: Chat): void {
  request ??= readLastChanges(chat)
    .then(
      (changes) => lastChanges.set(changes),
      () => {},
    )
    .finally(() => {
      request = undefined;
    });
}
