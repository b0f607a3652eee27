import type { ReactElement } from 'react';
import { userById } from '../../data/derived/users.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { userName } from '../../screen/titles.ts';
import { useMinute } from '../../screen/use-minute.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { presenceWord } from '../panel/user-line.tsx';
import { StatusText, useStatus } from '../you/status-text.tsx';
import { profileFacts, pronounsOf } from './profile-facts.ts';
import facts from './facts.module.css';
import card from './user-card.module.css';

/** Facts on a card; the profile has the others. */
const MAX_CARD_FACTS = 5;

/** Picture, status and first facts of a user. */
export function UserCardBody({ userId }: { readonly userId: number }): ReactElement {
  const chat = useChat();
  const user = useSelect(chat.state, (state) => userById(state).get(userId));
  useSelect(chat.state, (state) => state.custom_profile_fields);
  useMinute();
  const state = chat.state.get();
  const status = useStatus(userId);
  const presence = useSelect(chat.presence, (all) => all.get(userId) ?? 'offline');
  const line = [
    user === undefined ? '' : pronounsOf(state, user),
    user?.is_bot === true ? t('bot') : presenceWord(presence),
  ].filter(Boolean);
  return (
    <>
      <div className={card['head']}>
        <UserPicture userId={userId} size={56} hasPresence />
        <div className="grow">
          <p className={card['name']}>
            <bdi>{userName(state, userId)}</bdi>
          </p>
          <p className="quiet">{line.join(' · ')}</p>
        </div>
      </div>
      {status === undefined ? null : (
        <p className={card['status']}>
          <StatusText status={status} />
        </p>
      )}
      {user === undefined ? null : (
        <dl className={facts['facts']}>
          {profileFacts(state, user)
            .slice(0, MAX_CARD_FACTS)
            .map((fact) => (
              <div key={fact.name} className={facts['fact']}>
                <dt>{fact.name}</dt>
                <dd>
                  <bdi>{fact.value}</bdi>
                </dd>
              </div>
            ))}
        </dl>
      )}
    </>
  );
}
