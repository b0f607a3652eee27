import { useState, type ReactElement } from 'react';
import { useCommand } from '../../keys/use-command.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { useCell } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { BackButton } from '../back-button.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { isAway, postpone, usualLater } from '../postpone.ts';
import { CaughtUp } from './caught-up.tsx';
import { addUnread, currentCard, decide, goBack, openDeck, type Card, type CardFate } from './deck.ts';
import { DeckActions } from './deck-actions.tsx';
import { OpenCard } from './open-card.tsx';
import styles from './catch-up-view.module.css';

/** All unread conversations, one after another, each with a decision. */
export function CatchUpView(): ReactElement {
  const chat = useChat();
  const { go } = useChatScreen();
  const unread = useCell(chat.unread);
  const [away] = useState(() => isAway(chat.state.get()));
  const order = unread.order.filter(({ conversation }) => !away(conversation));
  const [known, setDeck] = useState(() => openDeck(order));
  const deck = addUnread(known, order);
  if (deck !== known) setDeck(deck);
  const card = currentCard(deck);
  const act = (fate: Exclude<CardFate, 'open'>): void => {
    if (card === undefined) return;
    perform(card, fate);
    setDeck(decide(deck, fate));
  };
  const perform = ({ conversation }: Card, fate: CardFate): void => {
    if (fate === 'done') void chat.actions.markConversationRead(conversation);
    if (fate === 'later') void postpone(chat, conversation, usualLater());
    if (fate === 'muted' && conversation.kind === 'topic')
      void chat.actions.setTopicVisibility(conversation.channelId, conversation.topic, 'muted');
  };
  const isOpen = card !== undefined;
  const canMute = card?.conversation.kind === 'topic';
  useCommand('done', isOpen ? () => act('done') : undefined);
  useCommand('later', isOpen ? () => act('later') : undefined);
  useCommand('topic-visibility', canMute ? () => act('muted') : undefined);
  useCommand('next-unread', isOpen ? () => act('skipped') : undefined);
  useCommand('edit-last', deck.at > 0 ? () => setDeck(goBack(deck)) : undefined);
  useCommand('leave', () => go({ view: 'inbox' }));

  return (
    <>
      <header className={`top has-back ${styles['top']}`}>
        <div className="wrap">
          <BackButton onClick={() => go({ view: 'inbox' })} />
          <div className="title">
            <h1>{t('Catch up')}</h1>
          </div>
          {isOpen ? (
            <span className="quiet num">
              {t('{at} of {all}', { at: deck.at + 1, all: deck.cards.length })}
            </span>
          ) : null}
          <IconButton
            icon="x"
            label={t('Leave')}
            shortcut="Esc"
            className="desk-only"
            onClick={() => go({ view: 'inbox' })}
          />
        </div>
        <progress
          className={styles['progress']}
          aria-label={t('Progress')}
          value={deck.at}
          max={Math.max(1, deck.cards.length)}
        />
      </header>
      {card === undefined ? (
        <CaughtUp deck={deck} onBack={() => setDeck(goBack(deck))} />
      ) : (
        <>
          <OpenCard key={card.key} card={card} unread={unread.byKey.get(card.key)} />
          <DeckActions
            canMute={canMute}
            canGoBack={deck.at > 0}
            onAct={act}
            onBack={() => setDeck(goBack(deck))}
          />
        </>
      )}
    </>
  );
}
