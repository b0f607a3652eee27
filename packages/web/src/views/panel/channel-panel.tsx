import { useEffect, useState, type ReactElement } from 'react';
import { channelById, subscriptionById } from '../../data/derived/channels.ts';
import { readSubscribers } from '../../data/actions/own-actions.ts';
import { Field } from '../../parts/field.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useWatched } from '../../parts/use-cell.ts';
import { matchText } from '../../words/match.ts';
import { plural, t } from '../../words/index.ts';
import { joinChannel, leaveChannel } from '../../screen/join-and-leave.ts';
import { useChat } from '../../screen/chat-context.ts';
import { userName } from '../../screen/titles.ts';
import { UserLine } from './user-line.tsx';

/** Subscribers shown at once. */
const MAX_SHOWN_MEMBERS = 50;

/** Description, own settings and subscribers of a channel. */
export function ChannelPanel({ channelId }: { readonly channelId: number }): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const channel = channelById(state, channelId);
  const own = subscriptionById(state, channelId);
  const privacy =
    channel?.invite_only === true
      ? t('Private: only subscribers can read it.')
      : channel?.is_web_public === true
        ? t('Public: everybody on the web can read it.')
        : t('Open: all members of the organization can read it.');
  return (
    <>
      <section>
        <h3>{t('Description')}</h3>
        <p>{channel?.description === '' ? t('None yet.') : <bdi>{channel?.description}</bdi>}</p>
        <p className="help">{privacy}</p>
      </section>
      <section>
        <h3>{t('For you')}</h3>
        {own === undefined ? (
          <button
            type="button"
            className="btn primary full"
            onClick={() => void joinChannel(chat, channelId)}
          >
            {t('Join')}
          </button>
        ) : (
          <>
            <Switch
              isOn={own.is_muted}
              onChange={(isMuted) => void chat.actions.setChannelMuted(channelId, isMuted)}
            >
              {t('Mute')}
            </Switch>
            <button
              type="button"
              className="btn full panel-button"
              onClick={() => void leaveChannel(chat, channelId)}
            >
              {t('Leave')}
            </button>
          </>
        )}
      </section>
      {/* A new list when users subscribe or leave. */}
      <Members key={channel?.subscriber_count} channelId={channelId} />
    </>
  );
}

function Members({ channelId }: { readonly channelId: number }): ReactElement | null {
  const chat = useChat();
  const state = useWatched(chat.state);
  const [ids, setIds] = useState<readonly number[]>();
  const [typed, setTyped] = useState('');
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
  if (ids === undefined) return null;
  const found = ids
    .map((id) => ({ id, name: userName(state, id) }))
    .filter(({ name }) => typed === '' || matchText(typed, name) !== undefined)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <section>
      <h3>{plural(ids.length, { one: '# subscriber', other: '# subscribers' })}</h3>
      {ids.length > MAX_SHOWN_MEMBERS ? (
        <Field
          label={t('Filter subscribers')}
          isLabelHidden
          icon="search"
          placeholder={t('Filter subscribers')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      {found.slice(0, MAX_SHOWN_MEMBERS).map(({ id }) => (
        <UserLine key={id} userId={id} meta={id === chat.selfId ? t('you') : undefined} />
      ))}
      {found.length > MAX_SHOWN_MEMBERS ? (
        <p className="help">{t('and {count} more', { count: found.length - MAX_SHOWN_MEMBERS })}</p>
      ) : null}
    </section>
  );
}
