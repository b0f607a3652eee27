import { createContext, useContext } from 'react';
import type { Chat } from '../data/chat.ts';
import type { Place } from '../data/address/place.ts';

/** Data and navigation of the running client. */
export type ChatScreen = {
  readonly chat: Chat;
  readonly place: Place;
  /** Shows a place and adds it to the history. */
  readonly go: (place: Place) => void;
  /** Address of a place, for links. */
  readonly addressOf: (place: Place) => string;
  /** Ends the session and deletes everything that is stored in this browser. */
  readonly logOut: () => Promise<void>;
};

export const ScreenContext = createContext<ChatScreen | undefined>(undefined);
/** Rows of messages read only this one, so that another place does not render them anew. */
export const ChatContext = createContext<Chat | undefined>(undefined);

export function useChatScreen(): ChatScreen {
  return present(useContext(ScreenContext));
}

export function useChat(): Chat {
  return present(useContext(ChatContext));
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('This component needs a ChatProvider around it.');
  return value;
}
