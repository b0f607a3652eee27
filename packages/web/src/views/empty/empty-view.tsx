import { refuseWriting, type State } from '@parley/client';
import type { ReactElement } from 'react';
import { cannotWrite } from '../../compose/cannot-write.ts';
import { useCompose } from '../../compose/control.ts';
import type { Chat } from '../../data/chat.ts';
import { channelById } from '../../data/derived/channels.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { useMinute } from '../../screen/use-minute.ts';
import { t } from '../../words/index.ts';
import { isNewcomer } from '../first-steps/newcomer.ts';
import {
  needsServer,
  viewWords,
  type ViewAction,
  type ViewKind,
  type ViewState,
} from '../../words/view-states.ts';
import styles from './empty-view.module.css';
import emptyStyles from '../../parts/empty.module.css';

export type EmptyViewProps = {
  readonly view: ViewKind;
  /** The channel that is shown, if it is one. */
  readonly channelId?: number | undefined;
  /** People of a direct conversation. */
  readonly userIds?: readonly number[] | undefined;
  /** A short one has rows below it; a high one stands at the top of its list. */
  readonly look?: 'short' | 'high' | undefined;
  /** The view could not be loaded; this tries again. */
  readonly onRetry?: (() => void) | undefined;
  /** The sentence of the server about the failure. */
  readonly reason?: string | undefined;
};

/** In place of a list without rows: why there are none, and the one thing that helps. */
export function EmptyView(props: EmptyViewProps): ReactElement {
  const { view, channelId, look, onRetry } = props;
  const known = useViewState(props);
  const state = onRetry !== undefined && known !== 'offline' ? 'failed' : known;
  const { title, text, action } = viewWords(view, state);
  return (
    <div
      className={look === 'short' ? `${emptyStyles['empty']} ${emptyStyles['short']}` : emptyStyles['empty']}
      data-empty={look ?? ''}
      role={state === 'failed' ? 'alert' : undefined}
    >
      <span className={styles['sign']}>
        <Icon name={STATE_ICONS[state] ?? ICONS[view]} />
      </span>
      <h2>{title}</h2>
      <p>{state === 'failed' ? (props.reason ?? text) : text}</p>
      <div className={emptyStyles['actions']}>
        <ActionButton action={action} channelId={channelId} onRetry={onRetry} />
      </div>
    </div>
  );
}

const ICONS: Readonly<Record<ViewKind, IconName>> = {
  inbox: 'inbox',
  'catch-up': 'check',
  recent: 'clock',
  mentions: 'at',
  starred: 'star',
  reactions: 'smile',
  feed: 'feed',
  topic: 'hash',
  direct: 'mail',
  notes: 'pencil',
  topics: 'hash',
  drafts: 'pencil',
  scheduled: 'later',
  search: 'search',
  yours: 'hash',
  channels: 'hash',
  archived: 'book',
  people: 'people',
  groups: 'people',
  bots: 'bot',
  uploads: 'file',
};

const STATE_ICONS: Partial<Record<ViewState, IconName>> = {
  failed: 'alert',
  offline: 'cloud',
  'no-right': 'lock',
};

function useViewState({ view, channelId, userIds }: EmptyViewProps): ViewState {
  const { chat } = useChatScreen();
  const time = useMinute();
  const isOffline = useSelect(chat.link, ({ status }) => status === 'offline');
  const isRefused = useSelect(chat.state, (state) => isNotAllowed(state, view, channelId, userIds));
  const local = useSelect(chat.state, (state) => ageIn(state, chat, time));
  if (isOffline && needsServer(view)) return 'offline';
  return isRefused ? 'no-right' : local;
}

/** Whether the reader may not do the one thing that would fill the view. */
function isNotAllowed(
  state: State,
  view: ViewKind,
  channelId: number | undefined,
  userIds: readonly number[] | undefined,
): boolean {
  if (view === 'yours' || view === 'channels') return state.can_create_streams === false;
  if (view === 'people') return state.is_guest === true;
  if (userIds !== undefined) return cannotWrite(state, { kind: 'direct', userIds }) !== undefined;
  const channel = channelId === undefined ? undefined : channelById(state, channelId);
  return channel !== undefined && refuseWriting(state, channel) !== undefined;
}

function ageIn(state: State, { selfId }: Chat, timeMs: number): ViewState {
  const people = state.realm_users?.filter(({ is_bot: isBot }) => !isBot).length ?? 0;
  if (people === 1) return 'new-organization';
  return isNewcomer(state, selfId, timeMs) ? 'new-member' : 'nothing-left';
}

function ActionButton(props: {
  readonly action: ViewAction;
  readonly channelId: number | undefined;
  readonly onRetry: (() => void) | undefined;
}): ReactElement {
  const { go } = useChatScreen();
  const dispatcher = useDispatcher();
  const compose = useCompose();
  const { channelId, onRetry } = props;
  const actions: Readonly<Record<ViewAction, readonly [label: string, run: () => void]>> = {
    retry: [t('Try again'), () => onRetry?.()],
    recent: [t('Go to Recent'), () => go({ view: 'recent' })],
    inbox: [t('Go to the inbox'), () => go({ view: 'inbox' })],
    people: [t('Show people'), () => go({ view: 'people' })],
    write: [t('Write a message'), () => compose.focus()],
    invite: [t('Invite people'), () => void dispatcher.run('invite')],
    'find-channels': [t('Find channels'), () => go({ view: 'channels', list: 'all' })],
    'new-channel': [t('Create a channel'), () => void dispatcher.run('new-channel')],
    'new-search': [t('New search'), () => go({ view: 'messages', narrow: { kind: 'search', terms: [] } })],
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
