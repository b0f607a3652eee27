import { roles } from '@parley/contract/rights/roles.ts';
import type { Message } from '@parley/client';
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import { readSubscribers } from '../../data/actions/own-actions.ts';
import { channelById } from '../../data/derived/channels.ts';
import { Icon } from '../../parts/icon.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { userName } from '../../screen/titles.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { failureText } from '../../words/failure-text.ts';
import { listOf, plural, t } from '../../words/index.ts';
import { sightChange, type ReadChannel, type SightChange } from './sight-change.ts';
import styles from './sight-preview.module.css';

const MAX_NAMED = 3;
export type SightPreviewProps = {
  readonly fromId: number;
  readonly toId: number;
  readonly messages: readonly Message[];
  /** The consequences are on the screen. */
  readonly onKnown: () => void;
};

/** Tells who loses and who gains sight of messages that move to another channel. */
export function SightPreview({ fromId, toId, messages, onKnown }: SightPreviewProps): ReactElement {
  const chat = useChat();
  const [change, setChange] = useState<SightChange>();
  const [error, setError] = useState<string>();
  const tell = useEffectEvent(onKnown);
  useEffect(() => {
    let isCurrent = true;
    const read = async (id: number): Promise<ReadChannel> => {
      const channel = channelById(chat.state.get(), id);
      return {
        isPrivate: channel?.invite_only === true,
        isWebPublic: channel?.is_web_public === true,
        members: await readSubscribers(chat, id),
      };
    };
    const compute = async (): Promise<void> => {
      const [from, to] = await Promise.all([read(fromId), read(toId)]);
      if (!isCurrent) return;
      const users = chat.state.get().realm_users ?? [];
      const guests = new Set(users.filter(({ role }) => role === roles.guest).map(({ user_id: id }) => id));
      setChange(sightChange(from, to, guests));
      tell();
    };
    compute().catch((failure: unknown) => {
      if (isCurrent) setError(failureText(failure));
    });
    return () => {
      isCurrent = false;
    };
  }, [chat, fromId, toId]);
  if (change === undefined) return <p className="quiet">{error ?? t('Looking who can read it there…')}</p>;
  const written = countBySender(messages);
  const losing = change.losing.toSorted((a, b) => (written.get(b) ?? 0) - (written.get(a) ?? 0));
  const rest = losing.slice(MAX_NAMED).length;
  const state = chat.state.get();
  return (
    <div className={styles['preview']}>
      <p className={styles['head']}>
        <Icon name="hide" isSmall />
        {losing.length === 0
          ? t('Nobody of this channel loses sight of it')
          : plural(losing.length, { one: '# person loses sight of it', other: '# people lose sight of it' })}
      </p>
      <ul>
        {losing.slice(0, MAX_NAMED).map((id) => (
          <li key={id} className={styles['person']}>
            <UserPicture userId={id} size={24} />
            <bdi className="clip">{userName(state, id)}</bdi>
            <span className={styles['wrote']}>
              {plural(written.get(id) ?? 0, {
                one: 'wrote # message of it',
                other: 'wrote # messages of it',
              })}
            </span>
          </li>
        ))}
      </ul>
      {losing.length === 0 ? null : (
        <p className="help">
          {rest === 0 ? '' : `${t('and {count} more.', { count: rest })} `}
          {t('Links to it will not open for them.')}
        </p>
      )}
      {change.closes ? (
        <p className="help">{t('Members outside of both channels can no longer find it.')}</p>
      ) : null}
      {change.gaining.length === 0 ? null : (
        <>
          <p className={styles['head']}>
            <Icon name="eye" isSmall />
            {plural(change.gaining.length, { one: '# person gains it', other: '# people gain it' })}
          </p>
          <p className="help">{listOf(change.gaining.slice(0, 5).map((id) => userName(state, id)))}</p>
        </>
      )}
      {change.opens ? <p className="help">{t('All members can read it there.')}</p> : null}
    </div>
  );
}

function countBySender(messages: readonly Message[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { sender_id: id } of messages) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
