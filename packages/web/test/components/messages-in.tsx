import { useState, type ReactElement } from 'react';
import { MessageList } from '../../src/list/message-list.tsx';
import { useChat } from '../../src/screen/chat-context.ts';

/** The messages of a topic of the channel "dome". */
export function MessagesIn({ topic }: { readonly topic: string }): ReactElement {
  const chat = useChat();
  const [window] = useState(() =>
    chat.openWindow({ kind: 'topic', channelId: 1, topic }, { kind: 'newest' }),
  );
  return (
    <div style={{ display: 'flex', height: '600px' }}>
      <MessageList window={window} label={topic} />
    </div>
  );
}
