import { setTypingStatusForMessageEdit } from '@parley/contract/endpoints/typing.ts';
import type { Chat } from '../chat.ts';
import { now } from '../clock.ts';

const REPEAT_MS = 30_000;

/** The edit that others know of. */
let told: { readonly messageId: number; readonly at: number } | undefined;

/** Tells the readers of a message that the user edits it, at most once per period, and of the end. */
export function tellEditing({ client, state }: Chat, messageId: number, isEditing: boolean): void {
  const { user_settings: settings, server_typing_started_wait_period_milliseconds: repeat = REPEAT_MS } =
    state.get();
  if (settings?.send_stream_typing_notifications === false) return;
  const isTold = told?.messageId === messageId && now() - told.at < repeat;
  if (isEditing ? isTold : told?.messageId !== messageId) return;
  told = isEditing ? { messageId, at: now() } : undefined;
  const status = { message_id: messageId, op: isEditing ? ('start' as const) : ('stop' as const) };
  void client.call(setTypingStatusForMessageEdit, status, { patienceMilliseconds: 0 }).catch(() => undefined);
}
