import { refuseWriting, type State } from '@parley/client';
import type { ReactElement } from 'react';
import { useCompose } from '../../compose/control.ts';
import type { Chat } from '../../data/chat.ts';
import { channelById } from '../../data/derived/channels.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { useMinute } from '../../screen/use-minute.ts';
import { t } from '../../words/index.ts';
import { isNewcomer } from '../first-steps/newcomer.ts';
import { emptyState, needsServer, type EmptyAction, type EmptyKind, type Situation } from './empty-table.ts';
import styles from './empty-view.module.css';

export type EmptyViewProps = {
  readonly view: EmptyKind;
  /** The channel that is shown, if it is one. */
  readonly channelId?: number | undefined;
  readonly className?: string;
};

/** In place of a list without rows: why there are none, and the one thing that helps. */
export function EmptyView({ view, channelId, className = 'empty' }: EmptyViewProps): ReactElement {
  const situation = useSituation(view, channelId);
  const { icon, title, text, action } = emptyState(view, situation);
  return (
    <div className={className}>
      <span className={styles['sign']}>
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {action === undefined ? null : (
        <div className="acts">
          <ActionButton action={action} channelId={channelId} />
        </div>
      )}
    </div>
  );
}

function useSituation(view: EmptyKind, channelId: number | undefined): Situation {
  const { chat } = useChatScreen();
  const time = useMinute();
  const isOffline = useSelect(chat.link, ({ status }) => status === 'offline');
  const local = useSelect(chat.state, (state) => situationIn(state, chat, channelId, time));
  return isOffline && needsServer(view) ? 'offline' : local;
}

function situationIn(
  state: State,
  { selfId }: Chat,
  channelId: number | undefined,
  timeMs: number,
): Situation {
  const channel = channelId === undefined ? undefined : channelById(state, channelId);
  if (channel !== undefined && refuseWriting(state, channel) !== undefined) return 'no-right';
  const people = state.realm_users?.filter(({ is_bot: isBot }) => !isBot).length ?? 0;
  if (people === 1) return 'new-organization';
  return isNewcomer(state, selfId, timeMs) ? 'new-member' : 'nothing-left';
}

function ActionButton(props: {
  readonly action: EmptyAction;
  readonly channelId: number | undefined;
}): ReactElement {
  const { go } = useChatScreen();
  const dispatcher = useDispatcher();
  const compose = useCompose();
  const { channelId } = props;
  const actions: Readonly<Record<EmptyAction, readonly [label: string, run: () => void]>> = {
    recent: [t('Go to Recent'), () => go({ view: 'recent' })],
    inbox: [t('Go to the inbox'), () => go({ view: 'inbox' })],
    invite: [t('Invite people'), () => void dispatcher.run('invite')],
    'find-channels': [t('Find channels'), () => go({ view: 'channels', list: 'all' })],
    'new-topic': [
      t('New topic'),
      () => compose.setMode({ kind: 'new', start: { kind: 'topic', channelId } }),
    ],
  };
  const [label, run] = actions[props.action];
  return (
    <button type="button" className="btn" onClick={run}>
      {label}
    </button>
  );
}
