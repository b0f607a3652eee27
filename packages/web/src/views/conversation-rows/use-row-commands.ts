import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';
import { useCommand } from '../../keys/use-command.ts';
import { useChat } from '../../screen/chat-context.ts';
import { postpone, usualLater } from '../postpone.ts';
import type { RovingRows } from './use-roving-rows.ts';

/** Keys that act on the current row of a list of conversations. */
export function useRowCommands(rows: RovingRows, conversations: readonly Conversation[]): void {
  const chat = useChat();
  const current = conversations.find((one) => narrowKey(one) === rows.current);
  const has = current !== undefined;
  useCommand('done', has ? () => void chat.actions.markConversationRead(current) : undefined);
  useCommand('later', has ? () => void postpone(chat, current, usualLater()) : undefined);
  useCommand(
    'topic-visibility',
    current?.kind === 'topic' ? () => (rows.act('visibility') ? undefined : false) : undefined,
  );
  useCommand('actions', has ? () => (rows.act('actions') ? undefined : false) : undefined);
}
