import type { ReactElement } from 'react';
import { useCompose } from '../../compose/control.ts';
import { channelById, subscriptionById } from '../../data/derived/channels.ts';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { plural, t } from '../../words/index.ts';
import { BackButton } from '../back-button.tsx';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { channelMenu } from '../menus/load-menus.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { joinChannel } from '../../screen/join-and-leave.ts';
import { panel, togglePanel } from '../../screen/panel-store.ts';
import { channelName } from '../../screen/titles.ts';
import choices from '../../parts/choices.module.css';

/** The line above the topics or the feed of a channel. */
export function ChannelHeader({ channelId }: { readonly channelId: number }): ReactElement {
  const screen = useChatScreen();
  const { chat } = screen;
  const control = useCompose();
  const channel = useSelect(chat.state, (state) => channelById(state, channelId));
  const name = useSelect(chat.state, (state) => channelName(state, channelId));
  const subscription = useSelect(chat.state, (state) => subscriptionById(state, channelId));
  const { content } = useCell(panel);
  const count = channel?.subscriber_count ?? 0;
  return (
    <header className="top wide has-back">
      <div className="wrap wide">
        <BackButton onClick={() => screen.go({ view: 'channels' })} />
        <div className="title">
          <h1 className="with-icon">
            <ChannelIcon channelId={channelId} />
            <bdi className="clip">{name}</bdi>
          </h1>
          <span className="quiet clip desk-only lead">{channel?.description}</span>
        </div>
        <div className="acts" hidden={screen.askForAccount !== undefined}>
          <button
            type="button"
            className="btn plain desk-only"
            aria-pressed={content !== undefined}
            aria-label={plural(count, { one: '# subscriber', other: '# subscribers' })}
            onClick={togglePanel}
          >
            <Icon name="people" />
            {count}
          </button>
          {subscription === undefined ? null : (
            <IconButton
              icon={subscription.is_muted ? 'mute' : 'bell'}
              label={subscription.is_muted ? t('Unmute channel') : t('Mute channel')}
              className="desk-only"
              onClick={() => void chat.actions.setChannelMuted(channelId, !subscription.is_muted)}
            />
          )}
          <MenuButton label={t('Channel menu')} groups={() => channelMenu(screen, channelId)}>
            <Icon name="dots" />
          </MenuButton>
          {subscription === undefined ? (
            <button type="button" className="btn primary" onClick={() => void joinChannel(chat, channelId)}>
              {t('Join')}
            </button>
          ) : (
            <button
              type="button"
              className="btn primary"
              onClick={() => control.setMode({ kind: 'new', start: { kind: 'topic', channelId } })}
            >
              <Icon name="plus" />
              <span className="desk-only">{t('New topic')}</span>
              <span className="phone-only">{t('New')}</span>
            </button>
          )}
        </div>
      </div>
    </header>
  );
}

/** The switch between the topics and the feed of a channel. */
export function ChannelTabs(props: {
  readonly channelId: number;
  readonly current: 'topics' | 'feed';
}): ReactElement {
  const { addressOf } = useChatScreen();
  const { channelId, current } = props;
  const narrow = { kind: 'channel', channelId } as const;
  return (
    <nav className={choices['choices']} aria-label={t('View')}>
      <a
        href={addressOf({ view: 'topics', channelId })}
        aria-current={current === 'topics' ? 'page' : undefined}
      >
        {t('Topics')}
      </a>
      <a
        href={addressOf({ view: 'messages', narrow })}
        aria-current={current === 'feed' ? 'page' : undefined}
      >
        {t('Feed')}
      </a>
    </nav>
  );
}
