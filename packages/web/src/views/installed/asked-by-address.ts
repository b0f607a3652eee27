import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { SHARED_ADDRESS, takeShared } from '../../../sw/shared-content.ts';
import { useCompose, type ComposeControl, type NewMessage } from '../../compose/control.ts';
import { newSession } from '../../compose/sessions.ts';
import type { Chat } from '../../data/chat.ts';
import { reportFault } from '../../data/faults.ts';
import { useChatScreen } from '../../screen/chat-context.ts';

/** Address of the shortcut for a new message. */
const NEW_ADDRESS = '#new';
const ANYWHERE: NewMessage = { kind: 'direct', isAnywhere: true };

/** Follows addresses that ask for a deed instead of a place: shortcuts and the share target of the installed client. */
export function useAskedByAddress(): void {
  const { chat, go } = useChatScreen();
  const compose = useCompose();
  useEffect(() => {
    const follow = (): void => {
      const { hash } = globalThis.location;
      if (hash !== NEW_ADDRESS && hash !== SHARED_ADDRESS) return;
      // The address is gone before the box opens: a reload does not ask again, and another view would close the box.
      globalThis.history.replaceState(null, '', '#inbox');
      flushSync(() => go({ view: 'inbox' }));
      if (hash === NEW_ADDRESS) compose.setMode({ kind: 'new', start: ANYWHERE });
      else writeShared(chat, compose).catch(reportFault);
    };
    follow();
    globalThis.addEventListener('hashchange', follow);
    return () => globalThis.removeEventListener('hashchange', follow);
  }, [chat, compose, go]);
}

/** Opens a box with what another app has shared; a text that was begun before stays above it. */
async function writeShared(chat: Chat, compose: ComposeControl): Promise<void> {
  const shared = await takeShared();
  if (shared === undefined) return;
  const session = newSession(chat, compose, ANYWHERE);
  session.append(shared.text);
  session.append(session.uploads.add(shared.files));
  compose.setMode({ kind: 'new', start: ANYWHERE });
}
