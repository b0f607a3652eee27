import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { after } from '../data/clock.ts';
import { narrowKey, type Conversation } from '../data/narrow/narrow.ts';
import { scheduleMessage } from '../data/actions/message-actions.ts';
import { useCommand, useDispatcher } from '../keys/use-command.ts';
import { Icon } from '../parts/icon.tsx';
import { showToast } from '../parts/toast-store.ts';
import { useCell, useSelect, useWatched } from '../parts/use-cell.ts';
import { useChatScreen } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import { cannotWrite } from './cannot-write.ts';
import { ComposeBox } from './compose-box.tsx';
import { useCompose } from './control.ts';
import { editLast } from './edit-last.ts';
import { PlaceLine } from './place-line.tsx';
import { conversationSession } from './sessions.ts';
import type { ComposeSession } from './session.ts';
import { whenAsked } from './when-asked.ts';
import { useTakeBack } from './use-take-back.ts';
import { useSubmit } from './use-submit.tsx';
import { useUserNames } from './use-names.ts';
import styles from './composer.module.css';
import head from './head.module.css';

/** The box at the end of a conversation. */
export function Composer({ conversation }: { readonly conversation: Conversation }): ReactElement {
  const { chat } = useChatScreen();
  const reason = cannotWrite(useWatched(chat.state), conversation);
  if (reason !== undefined) return <p className={styles['no-box']}>{reason}</p>;
  return <ConversationBox conversation={conversation} />;
}

/** Stays for all conversations, so that a switch changes a text and builds nothing. */
function ConversationBox({ conversation: given }: { readonly conversation: Conversation }): ReactElement {
  const { chat, go } = useChatScreen();
  const control = useCompose();
  const key = narrowKey(given);
  // The parent may make a new object on each render.
  const [conversation, setConversation] = useState(given);
  if (narrowKey(conversation) !== key) setConversation(given);
  const session = useMemo(
    () => conversationSession(chat, control, conversation),
    [chat, control, conversation],
  );
  const { canSend, isOffline, hint, submit } = useSubmit(session, 'send');
  useTakeBack(chat, session, conversation);
  const dispatcher = useDispatcher();
  useCommand('edit-last', () => (editLast(chat, control, conversation) ? undefined : false));

  const send = (text: string): Promise<void> => chat.outbox.send(conversation, text);
  const later = (seconds: number): void =>
    whenAsked(chat, conversation, session, () =>
      submit(async (text) => {
        await scheduleMessage(chat, conversation, text, seconds);
        showToast({
          text: t('Your message is scheduled.'),
          action: { label: t('Show'), run: () => go({ view: 'scheduled' }) },
        });
      }),
    );
  return (
    <ComposeBox
      session={session}
      boxKey={key}
      label={t('New message')}
      head={
        <>
          <PlaceLine conversation={conversation} />
          <BoxState key={key} session={session} conversation={conversation} isOffline={isOffline} />
        </>
      }
      placeholder={usePlaceholder(conversation)}
      conversation={conversation}
      hint={hint}
      sendLabel={isOffline ? t('Queue') : t('Send')}
      canSend={canSend}
      onSend={() =>
        whenAsked(chat, conversation, session, () => {
          submit(send);
          chat.actions.sendTyping(conversation, false);
        })
      }
      onSendText={(text) => void send(text)}
      onLater={later}
      onLeave={() => chat.actions.sendTyping(conversation, false)}
      onTyping={(isTyping) => chat.actions.sendTyping(conversation, isTyping)}
      onUp={() => dispatcher.run('edit-last')}
      isShort
    />
  );
}

function usePlaceholder(conversation: Conversation): string {
  const names = useUserNames(conversation.kind === 'direct' ? conversation.userIds : NONE);
  const first = names[0]?.split(' ')[0];
  if (conversation.kind === 'topic' || first === undefined) return t('Write a message');
  return names.length === 1 ? t('Write to {name}', { name: first }) : t('Write to the group');
}

const NONE: readonly number[] = [];
/** Pause in typing before the box says that the draft is saved. */
const SAVED_AFTER_MS = 1_000;

type BoxStateProps = {
  readonly session: ComposeSession;
  readonly conversation: Conversation;
  readonly isOffline: boolean;
};

function BoxState({ session, conversation, isOffline }: BoxStateProps): ReactElement | null {
  const { chat } = useChatScreen();
  const text = useCell(session.text);
  const draft = useSelect(chat.drafts.all, (all) => all.get(narrowKey(conversation))?.text);
  const [quiet, setQuiet] = useState<string>();
  useEffect(() => after(SAVED_AFTER_MS, () => setQuiet(text)), [text]);
  if (isOffline)
    return (
      <span className={head['state']}>
        <Icon name="cloud" isSmall />
        {t('Offline')}
      </span>
    );
  const isSaved = text.trim() !== '' && quiet === text && draft === text;
  return isSaved ? <span className={head['state']}>{t('Draft saved')}</span> : null;
}
