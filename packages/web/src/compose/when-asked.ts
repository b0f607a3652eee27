import type { Chat } from '../data/chat.ts';
import type { Conversation } from '../data/narrow/narrow.ts';
import { attempt } from '../screen/attempt.ts';
import { askReach, mayReachMany } from './ask-reach.ts';
import type { ComposeSession } from './session.ts';

/** Sends at once, or after a question if the text notifies many users. */
export function whenAsked(
  chat: Chat,
  conversation: Conversation,
  { text }: ComposeSession,
  send: () => void,
): void {
  const written = text.get();
  if (!mayReachMany(written)) {
    send();
    return;
  }
  const sendIfWanted = async (): Promise<void> => {
    if ((await askReach(chat, conversation, written)) && text.get() === written) send();
  };
  void attempt(sendIfWanted());
}
