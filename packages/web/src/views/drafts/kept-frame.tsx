import { Children, type ReactElement, type ReactNode } from 'react';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { BackButton } from '../back-button.tsx';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { useChatScreen } from '../../screen/chat-context.ts';
import { ConversationName } from '../conversation-rows/conversation-name.tsx';
import { ConversationSign } from '../conversation-rows/conversation-sign.tsx';
import styles from '../conversation-rows/conversation-row.module.css';

export type KeptFrameProps = {
  readonly title: string;
  readonly count: number;
  readonly empty: 'drafts' | 'scheduled';
  readonly children: ReactNode;
};

/** The page of a list of own texts. */
export function KeptFrame({ title, count, empty, children }: KeptFrameProps): ReactElement {
  return (
    <>
      <header className="top wide has-back">
        <div className="wrap wide">
          <BackButton />
          <div className="title">
            <h1>{title}</h1>
          </div>
          {count > 0 ? <span className="acts quiet num">{count}</span> : null}
        </div>
      </header>
      <div className="body">
        <div className="wrap wide">
          {Children.count(children) === 0 ? <EmptyView view={empty} /> : <ul>{children}</ul>}
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
  const { addressOf } = useChatScreen();
  return (
    <li className={`${styles['row']} ${styles['kept']}`}>
      <ConversationSign conversation={conversation} />
      <span className={styles['name']}>
        <a href={addressOf({ view: 'messages', narrow: conversation })}>
          <ConversationName conversation={conversation} hasChannel />
        </a>
      </span>
      <span className={`${styles['words']} clip`}>
        {note === undefined ? null : <b>{note} </b>}
        {text}
      </span>
      <span className={styles['kept-actions']}>{actions}</span>
      <span className={styles['when']}>{when}</span>
    </li>
  );
}
