import { roles } from '@parley/contract/rights/roles.ts';
import { refuseAddingTo, refuseRemovingFrom } from '@parley/client/rights/managing-rights.ts';
import { useEffect, useState, type ReactElement } from 'react';
import { addPeople, removePerson } from '../../data/actions/channel-actions.ts';
import { readSubscribers } from '../../data/actions/own-actions.ts';
import { Field } from '../../parts/field.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { holderNames } from '../../screen/group-words.ts';
import { userName } from '../../screen/titles.ts';
import { plural, t } from '../../words/index.ts';
import { matchText } from '../../words/match.ts';
import { UserLine } from '../panel/user-line.tsx';
import { AddPeople } from './add-people.tsx';
import styles from './people-section.module.css';
import type { ChannelSectionProps } from './section-props.ts';

/** People shown at first. */
const MAX_SHOWN = 8;

/** People of a channel; those who may add and remove them do so here. */
export function PeopleSection({ channel }: Pick<ChannelSectionProps, 'channel'>): ReactElement {
  const chat = useChat();
  const { stream_id: id, name } = channel;
  const ids = usePeople(id);
  const users = useSelect(chat.state, (state) => state.realm_users);
  const mayAdd = useSelect(chat.state, (state) => refuseAddingTo(state, channel) === undefined);
  const mayRemove = useSelect(chat.state, (state) => refuseRemovingFrom(state, channel) === undefined);
  const adders = useSelect(chat.state, (state) => holderNames(state, channel.can_add_subscribers_group));
  const [typed, setTyped] = useState('');
  const [isAll, setAll] = useState(false);
  const state = chat.state.get();
  const found = ids
    .map((userId) => ({ userId, label: userName(state, userId) }))
    .filter(({ label }) => typed === '' || matchText(typed, label) !== undefined)
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const remove = async (userId: number): Promise<void> => {
    if (!(await attempt(removePerson(chat, id, userId)))) return;
    showToast({
      text: t('{person} is no longer in {name}', { person: userName(chat.state.get(), userId), name }),
      action: { label: t('Undo'), run: () => void attempt(addPeople(chat, id, [userId])) },
    });
  };
  const guests = new Set(
    users?.filter(({ role }) => role === roles.guest).map(({ user_id: guest }) => guest),
  );
  return (
    <section>
      <h3>{plural(channel.subscriber_count, { one: '# person', other: '# people' })}</h3>
      {channel.is_archived ? null : mayAdd ? (
        <AddPeople channelId={id} />
      ) : (
        <WhoMay>
          {adders === t('Nobody')
            ? t('Its administrators may add people')
            : t('{names} and its administrators may add people', { names: adders })}
        </WhoMay>
      )}
      {isAll && ids.length > MAX_SHOWN ? (
        <Field
          label={t('Filter people')}
          isLabelHidden
          icon="search"
          placeholder={t('Filter people')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <ul>
        {found.slice(0, isAll ? undefined : MAX_SHOWN).map(({ userId, label }) => (
          <li key={userId} className={styles['person']}>
            <UserLine
              userId={userId}
              meta={userId === chat.selfId ? t('you') : guests.has(userId) ? t('guest') : undefined}
            />
            {mayRemove && userId !== chat.selfId ? (
              <span className={styles['remove']}>
                <IconButton
                  icon="x"
                  label={t('Remove {person} from {name}', { person: label, name })}
                  onClick={() => void remove(userId)}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {!isAll && found.length > MAX_SHOWN ? (
        <button type="button" className="lk" onClick={() => setAll(true)}>
          {t('All {count}', { count: found.length })}
        </button>
      ) : null}
    </section>
  );
}

function usePeople(channelId: number): readonly number[] {
  const chat = useChat();
  const [ids, setIds] = useState<readonly number[]>([]);
  useEffect(() => {
    let isCurrent = true;
    readSubscribers(chat, channelId).then(
      (found) => isCurrent && setIds(found),
      () => isCurrent && setIds([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [chat, channelId]);
  return ids;
}
