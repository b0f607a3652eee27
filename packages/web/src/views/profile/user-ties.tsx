import type { ReactElement } from 'react';
import { groupsByUser, membersOf } from '../../data/derived/groups.ts';
import { showGroupCard } from '../../parts/group-card-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { hideUserCard } from '../../parts/user-card-store.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { useCommonChannels } from './use-common-channels.ts';
import styles from './user-ties.module.css';
import pictures from '../../parts/picture.module.css';

const MAX_CHANNELS = 4;

type UserTiesProps = { readonly userId: number; readonly anchor: HTMLElement };

/** Groups of a user and channels in common, on the card. */
export function UserTies(props: UserTiesProps): ReactElement {
  const chat = useChat();
  return (
    <>
      <UserGroups {...props} />
      {props.userId === chat.selfId ? null : <CommonChannels userId={props.userId} />}
    </>
  );
}

function UserGroups({ userId, anchor }: UserTiesProps): ReactElement | null {
  const chat = useChat();
  const groups = useSelect(chat.state, (state) => groupsByUser(state).get(userId));
  if (groups === undefined) return null;
  return (
    <div>
      <p className={styles['tie-title']}>{t('Groups')}</p>
      <div className="chips">
        {groups.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="chip"
            onClick={() => {
              hideUserCard();
              showGroupCard(id, anchor);
            }}
          >
            <span className={pictures['group']} aria-hidden="true">
              {membersOf(chat.state.get(), id).length}
            </span>
            <bdi>{name}</bdi>
          </button>
        ))}
      </div>
    </div>
  );
}

function CommonChannels({ userId }: { readonly userId: number }): ReactElement | null {
  const { addressOf } = useChatScreen();
  const common = useCommonChannels(userId);
  if (common.length === 0) return null;
  const rest = common.length - MAX_CHANNELS;
  return (
    <div>
      <p className={styles['tie-title']}>{t('Channels in common')}</p>
      <div className="chips">
        {common.slice(0, MAX_CHANNELS).map(({ stream_id: channelId, name }) => (
          <a
            key={channelId}
            className={`chip ${styles['tie-link']}`}
            href={addressOf({ view: 'topics', channelId })}
            onClick={hideUserCard}
          >
            <ChannelIcon channelId={channelId} />
            <bdi>{name}</bdi>
          </a>
        ))}
        {rest > 0 ? <span className="quiet">{t('{count} more', { count: rest })}</span> : null}
      </div>
    </div>
  );
}
