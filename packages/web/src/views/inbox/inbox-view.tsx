import { Suspense, useMemo, type ReactElement } from 'react';
import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { MenuButton } from '../../parts/menu.tsx';
import { useCell, useSelect, useWatched } from '../../parts/use-cell.ts';
import { plural, t } from '../../words/index.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { useRovingRows } from '../conversation-rows/use-roving-rows.ts';
import { useRowCommands } from '../conversation-rows/use-row-commands.ts';
import { useSummaries } from '../conversation-rows/use-summaries.ts';
import { useMinute } from '../../screen/use-minute.ts';
import { isNewcomer } from '../first-steps/newcomer.ts';
import { InboxEmpty } from './inbox-empty.tsx';
import { inboxGroups, type InboxGroups } from './inbox-groups.ts';
import { InboxList } from './inbox-list.tsx';
import styles from './inbox-view.module.css';

const FirstStepsList = lazyPart(() =>
  import('../first-steps/first-steps-list.tsx').then((module) => module.FirstStepsList),
);

const SuggestedChannels = lazyPart(() =>
  import('../first-steps/suggested-channels.tsx').then((module) => module.SuggestedChannels),
);

/** Everything unread: direct messages, then topics by channel, then what was postponed. */
export function InboxView(): ReactElement {
  const chat = useChat();
  const unread = useCell(chat.unread);
  const state = useWatched(chat.state);
  const groups = useMemo(() => inboxGroups(state, unread), [state, unread]);
  const conversations = useMemo(() => conversationsOf(groups), [groups]);
  const keys = useMemo(() => conversations.map(narrowKey), [conversations]);
  const rows = useRovingRows(keys);
  useRowCommands(rows, conversations);
  const summaryOf = useSummaries(conversations);
  const time = useMinute();
  const isNew = isNewcomer(state, chat.selfId, time);
  const open = groups.direct.length + groups.channels.reduce((sum, { topics }) => sum + topics.length, 0);
  return (
    <>
      <InboxHeader open={open} />
      <div className="body">
        <div className="wrap wide" {...rows.container}>
          {isNew ? (
            <Suspense>
              <FirstStepsList />
            </Suspense>
          ) : null}
          {open === 0 ? <InboxEmpty isBelowLater={groups.later.length > 0} isNew={isNew} /> : null}
          {isNew && open === 0 ? (
            <Suspense>
              <SuggestedChannels />
            </Suspense>
          ) : null}
          <InboxList groups={groups} current={rows.current} summaryOf={summaryOf} time={time} />
          {open === 0 ? null : <Hints />}
        </div>
      </div>
    </>
  );
}

function InboxHeader({ open }: { readonly open: number }): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const dispatcher = useDispatcher();
  const total = useSelect(chat.unread, (unread) => unread.total);
  return (
    <header className="top wide">
      <div className="wrap wide">
        <div className="title">
          <h1>{t('Inbox')}</h1>
        </div>
        {total === 0 ? null : (
          <span className="quiet num desk-only">
            {t('{unread} in {conversations}', {
              unread: plural(total, { one: '# unread', other: '# unread' }),
              conversations: plural(open, { one: '# conversation', other: '# conversations' }),
            })}
          </span>
        )}
        <div className="acts">
          {open === 0 ? null : (
            <a className="btn primary" href={addressOf({ view: 'catch-up' })}>
              {t('Catch up')}
              <kbd className="desk-only">G C</kbd>
            </a>
          )}
          <span className="desk-only">
            <MenuButton
              label={t('More')}
              groups={() => [
                {
                  entries: [
                    {
                      id: 'all-read',
                      label: t('Mark everything as read'),
                      icon: 'check',
                      isDisabled: total === 0,
                      run: () => void chat.actions.markAllRead(),
                    },
                  ],
                },
              ]}
            >
              <Icon name="dots" />
            </MenuButton>
          </span>
          <IconButton
            icon="search"
            label={t('Search')}
            className="phone-only"
            onClick={() => dispatcher.run('search')}
          />
        </div>
      </div>
    </header>
  );
}

function Hints(): ReactElement {
  return (
    <p className={styles['hints']}>
      <span>
        <kbd className="key">J</kbd>
        <kbd className="key">K</kbd>
        {t('move')}
      </span>
      <span>
        <kbd className="key">Enter</kbd>
        {t('open')}
      </span>
      <span>
        <kbd className="key">Shift E</kbd>
        {t('done, next')}
      </span>
      <span>
        <kbd className="key">H</kbd>
        {t('later')}
      </span>
      <span>
        <kbd className="key">Shift M</kbd>
        {t('mute or follow')}
      </span>
    </p>
  );
}

function conversationsOf({ direct, channels, later }: InboxGroups): readonly Conversation[] {
  const unread = [...direct, ...channels.flatMap(({ topics }) => topics)];
  return [...unread, ...later].map(({ conversation }) => conversation);
}
