import { createContext, useContext } from 'react';
import type { Chat } from '../data/chat.ts';
import type { Place } from '../data/address/place.ts';
import { useCell } from '../parts/use-cell.ts';
import type { Navigation } from './navigation.ts';

/** Data and navigation of the running client. */
export type ChatScreen = Pick<Navigation, 'place' | 'go' | 'addressOf'> & {
  readonly chat: Chat;
  /** Ends the session and deletes everything that is stored in this browser. */
  readonly logOut: () => Promise<void>;
  /** Leads to the log-in; defined for visitors without an account, who can only read. */
  readonly askForAccount?: (() => void) | undefined;
};

export const ScreenContext = createContext<ChatScreen | undefined>(undefined);
export const ChatContext = createContext<Chat | undefined>(undefined);

export function useChatScreen(): ChatScreen {
  return present(useContext(ScreenContext));
}

export function useChat(): Chat {
  return present(useContext(ChatContext));
}

/** The place that is shown. */
export function usePlace(): Place {
  return useCell(useChatScreen().place);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('This component needs a ChatProvider around it.');
  return value;
}
