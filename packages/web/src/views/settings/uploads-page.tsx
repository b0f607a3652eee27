import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { readUploads, removeUpload, type OwnUpload } from '../../data/actions/personal-actions.ts';
import { now } from '../../data/clock.ts';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { ask } from '../../parts/question-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { showKept } from '../../parts/kept-store.ts';
import { shortDay } from '../../words/dates.ts';
import { matchText } from '../../words/match.ts';
import { plural, t } from '../../words/index.ts';
import { sizeText } from '../../words/sizes.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { UploadSpace } from './upload-space.tsx';
import styles from './uploads-page.module.css';
import { Waiting } from '../../parts/waiting.tsx';

/** Files that are shown at first and added by each "show more". */
const PAGE_FILES = 50;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|heic|svg)$/i;

/** Files that the user uploaded. */
export function UploadsPage(): ReactElement {
  const chat = useChat();
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof readUploads>>>();
  const isOffline = useSelect(chat.link, ({ status }) => status === 'offline');
  const [hasFailed, setFailed] = useState(false);
  const [typed, setTyped] = useState('');
  const [isUnused, setUnused] = useState(false);
  const [max, setMax] = useState(PAGE_FILES);
  const load = useCallback((): void => {
    readUploads(chat).then(setAnswer, () => setFailed(true));
  }, [chat]);
  useEffect(load, [load]);
  const retry = (): void => {
    setFailed(false);
    load();
  };
  const { uploads: all, organizationBytes } = answer ?? { uploads: [], organizationBytes: 0 };
  const unused = all.filter((upload) => upload.message_ids.length === 0);
  const found = (isUnused ? unused : all).filter(({ name }) => matchText(typed, name) !== undefined);
  const remove = async (upload: OwnUpload): Promise<void> => {
    if (!(await askToRemove(upload)) || !(await attempt(removeUpload(chat, upload.id)))) return;
    setAnswer({
      uploads: all.filter(({ id }) => id !== upload.id),
      organizationBytes: organizationBytes - upload.size,
    });
    showKept({ text: t('Deleted: {name}', { name: upload.name }) });
  };
  if (answer === undefined && isOffline) return <EmptyView view="uploads" />;
  if (hasFailed) return <EmptyView view="uploads" onRetry={retry} />;
  if (answer !== undefined && all.length === 0) return <EmptyView view="uploads" />;
  return (
    <div data-setting="files" aria-busy={answer === undefined}>
      <p className="help">{t('Files that you uploaded. Links to a deleted one lead nowhere.')}</p>
      <UploadSpace uploads={all} organizationBytes={organizationBytes} />
      <FilterBar
        className={styles['tools']}
        label={t('Filter files')}
        placeholder={plural(all.length, { one: 'Filter # file', other: 'Filter # files' })}
        value={typed}
        onChange={setTyped}
      >
        <button type="button" className="chip" aria-pressed={isUnused} onClick={() => setUnused(!isUnused)}>
          {t('In no message')} <span className="quiet num">{unused.length}</span>
        </button>
      </FilterBar>
      <ul className={styles['files']} aria-label={t('Files')}>
        {found.slice(0, max).map((upload) => (
          <FileLine key={upload.id} upload={upload} onRemove={() => void remove(upload)} />
        ))}
      </ul>
      {answer === undefined ? <Waiting kind="rows" /> : null}
      {answer !== undefined && found.length === 0 ? <p className="help">{t('No file matches.')}</p> : null}
      {found.length > max ? (
        <p className="help">
          {t('{shown} of {all}.', { shown: max, all: found.length })}{' '}
          <button type="button" className="lk" onClick={() => setMax(max + PAGE_FILES)}>
            {t('Show more')}
          </button>
        </p>
      ) : null}
    </div>
  );
}

function FileLine(props: { readonly upload: OwnUpload; readonly onRemove: () => void }): ReactElement {
  const { chat, go } = useChatScreen();
  const { name, path_id: path, size, create_time: created, message_ids: messageIds } = props.upload;
  const [messageId] = messageIds;
  const open = async (id: number): Promise<void> => {
    const narrow = await chat.locate(id);
    if (narrow !== undefined) go({ view: 'messages', narrow, near: id });
  };
  const facts = [sizeText(size), shortDay(created, now())].join(' · ');
  return (
    <li className="line">
      <span className={styles['file']}>
        <Icon name={PICTURE.test(name) ? 'image' : 'file'} />
        <span className={styles['words']}>
          <a className="clip" href={`/user_uploads/${path}`} target="_blank" rel="noreferrer">
            <bdi>{name}</bdi>
          </a>
          <span className="help">{facts}</span>
        </span>
      </span>
      {messageId === undefined ? (
        <span className={styles['unused']}>{t('In no message')}</span>
      ) : (
        <button type="button" className="lk" onClick={() => void open(messageId)}>
          {plural(messageIds.length, { one: 'In # message', other: 'In # messages' })}
        </button>
      )}
      <IconButton icon="trash" label={t('Delete {name}', { name })} onClick={props.onRemove} />
    </li>
  );
}

function askToRemove({ name, message_ids: messageIds }: OwnUpload): Promise<boolean> {
  const count = messageIds.length;
  return ask({
    title: t('Delete {name}?', { name }),
    text: [
      count === 0
        ? t('No message uses it.')
        : plural(count, {
            one: '# message refers to it. The link there leads nowhere afterwards.',
            other: '# messages refer to it. The links there lead nowhere afterwards.',
          }),
      t('A deleted file cannot be brought back.'),
    ],
    yes: t('Delete'),
    no: t('Keep'),
    isDanger: true,
  });
}
