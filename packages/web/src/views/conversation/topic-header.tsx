import { useRef, type ReactElement } from 'react';
import type { Visibility } from '../../data/chat.ts';
import { subscriptionById } from '../../data/derived/channels.ts';
import { useCommand } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { useWatched } from '../../parts/use-cell.ts';
import { msg, t } from '../../words/index.ts';
import { BackButton } from '../back-button.tsx';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { channelStyle } from '../../screen/channel-look.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { beginTopicTask } from '../../screen/topic-task-store.ts';
import { PanelButton } from '../panel/panel-button.tsx';
import { topicLook } from '../conversation-rows/topic-look.tsx';
import { channelName } from '../../screen/titles.ts';
import { conversationMenu, visibilityMenu } from '../menus/load-menus.ts';

type TopicProps = { readonly channelId: number; readonly topic: string };

/** Channel and topic, and what one can do with the topic. */
export function TopicHeader({ channelId, topic }: TopicProps): ReactElement {
  const screen = useChatScreen();
  const { chat, addressOf } = screen;
  const state = useWatched(chat.state);
  const color = subscriptionById(state, channelId)?.color;
  const look = topicLook(state, channelId, topic);
  const resolve = (): void => void chat.actions.setResolved(channelId, topic, !look.isResolved);
  useCommand('resolve', resolve);
  // The dialog says who may, because the rights are not loaded with the conversation.
  useCommand('rename-topic', () =>
    screen.askForAccount === undefined
      ? beginTopicTask({ kind: 'rename', channelId, topic })
      : screen.askForAccount(),
  );
  return (
    <header className="top has-back">
      <div className="wrap">
        <BackButton />
        <div className="title two">
          <a className="chan hue" style={channelStyle(color)} href={addressOf({ view: 'topics', channelId })}>
            <ChannelIcon channelId={channelId} className="s2" />
            <bdi>{channelName(state, channelId)}</bdi>
            <span className="sep"> ›</span>
          </a>
          <h1>{look.className.includes('general') ? <i>{look.name}</i> : <bdi>{look.name}</bdi>}</h1>
        </div>
        <div className="acts" hidden={screen.askForAccount !== undefined}>
          <button
            type="button"
            className={`btn plain desk-only ${look.isResolved ? 'active' : ''}`}
            aria-pressed={look.isResolved}
            onClick={resolve}
          >
            <Icon name="done" />
            {look.isResolved ? t('Resolved') : t('Resolve')}
          </button>
          <VisibilityButton channelId={channelId} topic={topic} policy={look.policy} />
          <PanelButton />
          <MenuButton
            label={t('Topic menu')}
            groups={() => conversationMenu(screen, { kind: 'topic', channelId, topic })}
          >
            <Icon name="dots" />
          </MenuButton>
        </div>
      </div>
    </header>
  );
}

const NAMES: Readonly<Record<Visibility, string>> = {
  followed: msg('Following'),
  inherit: msg('Follow'),
  unmuted: msg('Unmuted'),
  muted: msg('Muted'),
};

function VisibilityButton({
  channelId,
  topic,
  policy,
}: TopicProps & { readonly policy: Visibility }): ReactElement {
  const screen = useChatScreen();
  const button = useRef<HTMLButtonElement>(null);
  useCommand('topic-visibility', () => button.current?.click());
  return (
    <MenuButton
      label={t('Follow or mute')}
      hasText
      className={`btn plain desk-only ${policy === 'followed' ? 'active' : ''}`}
      buttonRef={button}
      groups={() => visibilityMenu(screen, channelId, topic)}
    >
      <Icon name={policy === 'muted' ? 'mute' : 'bell'} />
      {t(NAMES[policy])}
    </MenuButton>
  );
}
