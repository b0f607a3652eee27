import { useMemo, type ReactElement } from 'react';
import { userById } from '../../data/derived/users.ts';
import { Icon } from '../../parts/icon.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { hideUserCard, type UserCardTarget } from '../../parts/user-card-store.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { usePanel } from '../../screen/panel-store.ts';
import { presenceWord } from '../panel/user-line.tsx';
import { StatusText, useStatus } from '../you/status-text.tsx';
import { userName } from '../../screen/titles.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { profileFacts, pronounsOf } from './profile-facts.ts';

/** Facts on a card; the profile has the others. */
const MAX_CARD_FACTS = 3;

/** The card of a user. */
export function UserCard({ target }: { readonly target: UserCardTarget }): ReactElement {
  const { userId } = target;
  const { chat, go } = useChatScreen();
  const { open } = usePanel();
  const state = useCell(chat.state);
  const user = userById(state).get(userId);
  const status = useStatus(userId);
  const presence = useSelect(chat.presence, (all) => all.get(userId) ?? 'offline');
  const anchor = useMemo(() => ({ current: target.anchor }), [target]);
  const name = userName(state, userId);
  const line = [
    user === undefined ? '' : pronounsOf(state, user),
    user?.is_bot === true ? t('bot') : presenceWord(presence),
  ].filter(Boolean);
  const userIds = userId === chat.selfId ? [] : [userId];
  return (
    <Popover label={name} anchor={anchor} placement="right top" className="card-pop" onClose={hideUserCard}>
      <div className="card-pop-head">
        <UserPicture userId={userId} size={96} hasPresence />
        <div className="grow">
          <p className="card-pop-name">
            <bdi>{name}</bdi>
          </p>
          <p className="quiet">{line.join(' · ')}</p>
        </div>
      </div>
      {status === undefined ? null : (
        <p className="card-pop-status">
          <StatusText status={status} />
        </p>
      )}
      {user === undefined ? null : (
        <dl className="facts">
          {profileFacts(state, user)
            .slice(0, MAX_CARD_FACTS)
            .map((fact) => (
              <div key={fact.name} className="fact">
                <dt>{fact.name}</dt>
                <dd>
                  <bdi>{fact.value}</bdi>
                </dd>
              </div>
            ))}
        </dl>
      )}
      <div className="prof-acts">
        <button
          type="button"
          className="btn grow"
          onClick={() => {
            hideUserCard();
            go({ view: 'messages', narrow: { kind: 'direct', userIds } });
          }}
        >
          <Icon name="mail" />
          {t('Message')}
        </button>
        <button
          type="button"
          className="btn grow"
          onClick={() => {
            hideUserCard();
            open({ kind: 'user', userId });
          }}
        >
          <Icon name="person" />
          {t('Profile')}
        </button>
      </div>
    </Popover>
  );
}
