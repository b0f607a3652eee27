import type { ReactElement } from 'react';
import { readHistory } from '../../data/actions/message-actions.ts';
import { userById } from '../../data/derived/users.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useWatched } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { clockTime, dayName } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { now } from '../../data/clock.ts';
import { MessageContent } from '../../content/message-content.tsx';
import { useContentSettings } from '../../content/use-content-settings.ts';
import type { MessageDialogProps } from './delete-dialog.tsx';
import { differences } from './differences.ts';
import { useAnswer } from './use-answer.ts';
import text from '../../content/text.module.css';
import styles from './history-dialog.module.css';

/** All versions of a message, the newest first, with what each changed. */
export function HistoryDialog({ message, onClose }: MessageDialogProps): ReactElement {
  const chat = useChat();
  const answer = useAnswer(() => readHistory(chat, message.id));
  return (
    <Dialog title={t('Edit history')} size="medium" onClose={onClose}>
      {answer.value === undefined ? (
        <p className="quiet" role="status">
          {answer.error ?? t('Loading…')}
        </p>
      ) : (
        <ol className={styles['versions']}>
          {answer.value
            .map((version, index) => <Version key={index} version={version} isFirst={index === 0} />)
            .toReversed()}
        </ol>
      )}
    </Dialog>
  );
}

type Snapshot = {
  readonly topic: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly timestamp: number;
  readonly user_id: number | null;
  readonly prev_topic?: string | undefined;
  readonly prev_content?: string | undefined;
};

function Version({
  version,
  isFirst,
}: {
  readonly version: Snapshot;
  readonly isFirst: boolean;
}): ReactElement {
  const chat = useChat();
  const users = userById(useWatched(chat.state));
  const settings = useContentSettings();
  const name = version.user_id === null ? undefined : users.get(version.user_id)?.full_name;
  const time = `${dayName(version.timestamp, now())}, ${clockTime(version.timestamp, settings.hasTwelveHours)}`;
  return (
    <li>
      <div className={`quiet ${styles['by']}`}>
        {isFirst ? t('Written {time}', { time }) : t('Changed {time}', { time })}
        {name === undefined ? null : (
          <>
            {' · '}
            <bdi>{name}</bdi>
          </>
        )}
      </div>
      {version.prev_topic === undefined ? null : (
        <p>
          {t('Topic:')} <del>{version.prev_topic}</del> <ins>{version.topic}</ins>
        </p>
      )}
      {version.prev_content === undefined ? (
        <MessageContent html={version.rendered_content} settings={settings} />
      ) : (
        <p dir="auto" className={`${text['text']} ${text['plain']}`}>
          {differences(version.prev_content, version.content).map(({ kind, text }, index) =>
            kind === 'same' ? (
              text
            ) : kind === 'added' ? (
              <ins key={index}>{text}</ins>
            ) : (
              <del key={index}>{text}</del>
            ),
          )}
        </p>
      )}
    </li>
  );
}
