import type { ReactElement } from 'react';
import { userById } from '../../data/derived/users.ts';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { useSelect, useWatched } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { presenceWord } from '../panel/user-line.tsx';
import { StatusText, useStatus } from '../you/status-text.tsx';
import { userName } from '../../screen/titles.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { profileFacts, pronounsOf } from './profile-facts.ts';
import { useCommonChannels } from './use-common-channels.ts';
import { userMenu } from './user-menu.ts';
import facts from './facts.module.css';
import card from './user-card.module.css';
import styles from './profile-panel.module.css';
import row from '../panel/panel-row.module.css';

/** Everything about a user that the reader may see. */
export function ProfilePanel({ userId }: { readonly userId: number }): ReactElement {
  const screen = useChatScreen();
  const { chat, addressOf } = screen;
  const state = useWatched(chat.state);
  const user = userById(state).get(userId);
  const status = useStatus(userId);
  const presence = useSelect(chat.presence, (all) => all.get(userId) ?? 'offline');
  const userIds = userId === chat.selfId ? [] : [userId];
  return (
    <>
      <section className={styles['head']}>
        <UserPicture userId={userId} size={72} hasPresence />
        <h3>
          <bdi>{userName(state, userId)}</bdi>
        </h3>
        {user === undefined || pronounsOf(state, user) === '' ? null : (
          <p className="quiet">{pronounsOf(state, user)}</p>
        )}
        {status === undefined ? null : (
          <p>
            <StatusText status={status} />
          </p>
        )}
      </section>
      <section className={card['actions']}>
        <a className="btn grow" href={addressOf({ view: 'messages', narrow: { kind: 'direct', userIds } })}>
          <Icon name="mail" />
          {t('Message')}
        </a>
        <MenuButton
          label={t('More about this person')}
          hasText
          className="btn grow"
          groups={() => userMenu(screen, userId)}
        >
          <Icon name="dots" />
          {t('More')}
        </MenuButton>
      </section>
      {user === undefined ? null : (
        <section>
          <dl className={facts['facts']}>
            {user.is_bot ? null : (
              <>
                <dt>{t('Presence')}</dt>
                <dd className={facts['upper']}>{presenceWord(presence)}</dd>
              </>
            )}
            {profileFacts(state, user).map(({ name, value, href }) => (
              <div key={name} className={facts['fact']}>
                <dt>{name}</dt>
                <dd>{href === undefined ? <bdi>{value}</bdi> : <ExternalLink href={href} text={value} />}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Groups userId={userId} />
      {userId === chat.selfId ? null : <CommonChannels userId={userId} />}
    </>
  );
}

function ExternalLink({ href, text }: { readonly href: string; readonly text: string }): ReactElement {
  return (
    <a href={href} className="touch-area" target="_blank" rel="noreferrer">
      <bdi>{text}</bdi>
    </a>
  );
}

function Groups({ userId }: { readonly userId: number }): ReactElement | null {
  const chat = useChat();
  const groups = useSelect(chat.state, (state) => state.realm_user_groups) ?? [];
  const own = groups.filter(
    (group) => !group.is_system_group && !group.deactivated && group.members.includes(userId),
  );
  if (own.length === 0) return null;
  return (
    <section>
      <h3>{t('Groups')}</h3>
      <div className="chips">
        {own.map(({ id, name }) => (
          <span key={id} className="chip">
            <bdi>{name}</bdi>
          </span>
        ))}
      </div>
    </section>
  );
}

function CommonChannels({ userId }: { readonly userId: number }): ReactElement | null {
  const { addressOf } = useChatScreen();
  const common = useCommonChannels(userId);
  if (common.length === 0) return null;
  return (
    <section>
      <h3>{t('Channels in common')}</h3>
      {common.map(({ stream_id: channelId, name }) => (
        <div key={channelId} className={row['row']}>
          <ChannelIcon channelId={channelId} />
          <a className={`clip touch-area ${row['channel']}`} href={addressOf({ view: 'topics', channelId })}>
            <bdi>{name}</bdi>
          </a>
        </div>
      ))}
    </section>
  );
}
