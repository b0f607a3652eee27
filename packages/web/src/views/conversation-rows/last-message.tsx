import type { ReactElement } from 'react';
import type { ConversationSummary } from '../../data/chat.ts';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { meText } from '../../data/derived/me-text.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { firstName } from '../../screen/titles.ts';

export type LastMessageProps = {
  readonly conversation: Conversation;
  readonly summary: ConversationSummary | undefined;
  readonly draft?: string | undefined;
};

/** The line about the last message; the sender is left out where it is clear. */
export function LastMessage({ conversation, summary, draft }: LastMessageProps): ReactElement | null {
  const chat = useChat();
  const senderId = draft === undefined ? summary?.senderId : chat.selfId;
  const sender = useSelect(chat.state, (state) => (senderId === undefined ? '' : firstName(state, senderId)));
  if (draft !== undefined)
    return (
      <>
        <b>{sender}:</b> {t('draft:')} {draft}
      </>
    );
  if (summary === undefined) return null;
  const isClear =
    conversation.kind === 'direct' && conversation.userIds.length === 1 && senderId !== chat.selfId;
  const act = meText(summary.text);
  return (
    <>
      {isClear && act === undefined ? null : (
        <>
          <b>
            <bdi>{sender}</bdi>
            {act === undefined ? ':' : ''}
          </b>{' '}
        </>
      )}
      <bdi>{act ?? summary.text}</bdi>
    </>
  );
}
