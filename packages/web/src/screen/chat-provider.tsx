import type { ReactElement, ReactNode } from 'react';
import { ChatContext, ScreenContext, type ChatScreen } from './chat-context.ts';

export type ChatProviderProps = { readonly screen: ChatScreen; readonly children: ReactNode };

/** Gives components the data and the navigation of the client. */
export function ChatProvider({ screen, children }: ChatProviderProps): ReactElement {
  return (
    <ChatContext value={screen.chat}>
      <ScreenContext value={screen}>{children}</ScreenContext>
    </ChatContext>
  );
}
