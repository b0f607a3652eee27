import { Children, type ReactElement, type ReactNode } from 'react';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { Icon } from '../../parts/icon.tsx';
import { BackButton } from '../back-button.tsx';
import { ChannelIcon } from '../channel-icon.tsx';
import { useChatScreen } from '../chat-context.ts';
import { narrowName } from '../titles.ts';

export type KeptFrameProps = {
  readonly title: string;
  readonly count: number;
  readonly empty: { readonly title: string; readonly text: string };
  readonly children: ReactNode;
};

/** The page of a list of own texts. */
export function KeptFrame({ title, count, empty, children }: KeptFrameProps): ReactElement {
  return (
    <>
      <header className="top wide">
        <div className="wrap wide">
          <BackButton />
          <div className="title">
            <h1>{title}</h1>
          </div>
          {count > 0 ? <span className="quiet num">{count}</span> : null}
        </div>
      </header>
      <div className="body">
        <div className="wrap wide">
          {Children.count(children) === 0 ? (
            <div className="empty">
              <h2>{empty.title}</h2>
              <p>{empty.text}</p>
            </div>
          ) : (
            <ul>{children}</ul>
          )}
        </div>
      </div>
    </>
  );
}

export type KeptRowProps = {
  readonly conversation: Conversation;
  readonly text: string;
  readonly when: string;
  readonly note?: string | undefined;
  readonly actions: ReactNode;
};

export function KeptRow({ conversation, text, when, note, actions }: KeptRowProps): ReactElement {
  const { chat, addressOf } = useChatScreen();
  return (
    <li className="row kept">
      <ConversationIcon conversation={conversation} />
      <span className="nm">
        <a href={addressOf({ view: 'messages', narrow: conversation })}>
          <bdi>{narrowName(chat.state.get(), conversation)}</bdi>
        </a>
      </span>
      <span className="say clip">
        {note === undefined ? null : <b>{note} </b>}
        {text}
      </span>
      <span className="kept-acts">{actions}</span>
      <span className="when">{when}</span>
    </li>
  );
}

function ConversationIcon({ conversation }: { readonly conversation: Conversation }): ReactElement {
  if (conversation.kind === 'direct')
    return <Icon name={conversation.userIds.length > 1 ? 'people' : 'person'} />;
  return <ChannelIcon channelId={conversation.channelId} />;
}
