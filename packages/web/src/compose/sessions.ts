import { uploadFile } from '../data/actions/message-actions.ts';
import type { Chat } from '../data/chat.ts';
import { now } from '../data/clock.ts';
import { narrowKey, type Conversation } from '../data/narrow/narrow.ts';
import type { ComposeControl, NewMessage } from './control.ts';
import { localTextStore } from './local-texts.ts';
import { smallerPicture } from './smaller-picture.ts';
import { createSession, type ComposeSession, type TextStore } from './session.ts';

/** The text of a conversation; its draft is the store. */
export function conversationSession(
  chat: Chat,
  control: ComposeControl,
  conversation: Conversation,
): ComposeSession {
  const key = narrowKey(conversation);
  return control.session(key, () =>
    sessionOver(chat, {
      load: () => chat.drafts.all.get().get(key)?.text ?? '',
      save: (text) => chat.drafts.set(conversation, text.trim() === '' ? '' : text),
    }),
  );
}

/** A text that belongs to no conversation yet, or to a message; kept in this browser. */
export function localSession(chat: Chat, control: ComposeControl, key: string): ComposeSession {
  return control.session(key, () => sessionOver(chat, localTextStore(`${chat.selfId}.${key}`, now)));
}

/** The text of a message whose place is chosen in its box. */
export function newSession(
  chat: Chat,
  control: ComposeControl,
  { kind, isAnywhere }: NewMessage,
): ComposeSession {
  return localSession(chat, control, isAnywhere === true ? 'new-anywhere' : `new-${kind}`);
}

const MIB = 1024 * 1024;
const DEFAULT_MAX_MIB = 25;

type UploadContent = Parameters<Chat['client']['upload']>[0];

function sentForm(content: UploadContent): Promise<UploadContent> {
  return content instanceof Blob ? smallerPicture(content) : Promise.resolve(content);
}

function sessionOver(chat: Chat, store: TextStore): ComposeSession {
  return createSession(store, {
    upload: async (content, options) => uploadFile(chat, await sentForm(content), options),
    maxBytes: () => (chat.state.get().max_file_upload_size_mib ?? DEFAULT_MAX_MIB) * MIB,
  });
}
