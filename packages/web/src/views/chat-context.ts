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

export const ChatContext = createContext<ChatScreen | undefined>(undefined);

export function useChatScreen(): ChatScreen {
  const screen = useContext(ChatContext);
  if (screen === undefined) throw new Error('This component needs a ChatContext around it.');
  return screen;
}

export function useChat(): Chat {
  return useChatScreen().chat;
}
