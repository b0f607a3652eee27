import { useCallback, useEffect, type ReactElement } from 'react';
import {
  readImport,
  sendArchive,
  sendingImports,
  startImport,
  takeImportBack,
  type RealmImport,
} from '../../../../data/actions/import-actions.ts';
import type { Chat } from '../../../../data/chat.ts';
import { after, now } from '../../../../data/clock.ts';
import { ask } from '../../../../parts/question-store.ts';
import { showToast } from '../../../../parts/toast-store.ts';
import { useSelect } from '../../../../parts/use-cell.ts';
import { attempt } from '../../../../screen/attempt.ts';
import { useChat, useChatScreen } from '../../../../screen/chat-context.ts';
import { useLoaded } from '../../../../screen/use-loaded.ts';
import { t } from '../../../../words/index.ts';
import { sizeText } from '../../../../words/sizes.ts';
import styles from '../data.module.css';
import { ArchiveField } from './archive-field.tsx';
import { ImportTables } from './import-tables.tsx';
import { importLine, isMoving, sourceName } from './import-words.ts';

/** Time between looks at an import that moves. */
const LOOK_MS = 2_000;

/** An import from its archive to its report, with what can be done about it. */
export function ImportReport({ id }: { readonly id: number }): ReactElement {
  const { addressOf } = useChatScreen();
  const load = useCallback((chat: Chat) => readImport(chat, id), [id]);
  const { value: details, failure, reload } = useLoaded(load);
  useEffect(() => {
    if (details === undefined || !isMoving(details.one)) return undefined;
    return after(LOOK_MS, reload);
  }, [details, reload]);
  return (
    <>
      <p className="help">
        <a href={addressOf({ view: 'organization', page: 'data' })}>{t('Data')}</a>
        {' › '}
        {t('Import')}
      </p>
      {failure === undefined ? null : (
        <p className="help bad" role="alert">
          {failure}
        </p>
      )}
      {details === undefined ? null : (
        <>
          <ImportHead one={details.one} onChange={reload} />
          <ImportTables details={details} />
        </>
      )}
    </>
  );
}

function ImportHead({
  one,
  onChange,
}: {
  readonly one: RealmImport;
  readonly onChange: () => void;
}): ReactElement {
  const chat = useChat();
  const { id, state, size, received, progress, total } = one;
  const isSending = useSelect(sendingImports, (ids) => ids.has(id));
  const value = state === 'receiving' ? received : progress;
  const max = state === 'receiving' ? size : total;
  const change = async (request: Promise<unknown>): Promise<void> => {
    if (await attempt(request)) onChange();
  };
  const takeBack = async (): Promise<void> => {
    if (await askToTakeBack(one)) await change(takeImportBack(chat, id));
  };
  const goOn = (file: File): void => {
    if (file.size === size) void attempt(sendArchive(chat, id, file, received));
    else showToast({ text: t('This is another file: the archive has {size}.', { size: sizeText(size) }) });
  };
  return (
    <>
      <div className={styles['import-head']}>
        <div className="grow">
          <h3>{t('Import from {source}', { source: sourceName(one.source) })}</h3>
          <p className="help">
            <bdi>{one.file_name}</bdi>
          </p>
          <p className="help" role="status">
            {importLine(one, now())}
          </p>
        </div>
        {state === 'checked' ? (
          <button type="button" className="btn primary" onClick={() => void change(startImport(chat, id))}>
            {t('Import')}
          </button>
        ) : null}
        {state === 'failed' && one.found !== null ? (
          <button type="button" className="btn" onClick={() => void change(startImport(chat, id))}>
            {t('Try again')}
          </button>
        ) : null}
        {state === 'done' && one.takes_back_until !== null ? (
          <button type="button" className="btn danger" onClick={() => void takeBack()}>
            {t('Take it back')}
          </button>
        ) : null}
        {state === 'receiving' || state === 'checked' || state === 'failed' ? (
          <button type="button" className="btn" onClick={() => void change(takeImportBack(chat, id))}>
            {t('Give up')}
          </button>
        ) : null}
      </div>
      {(state === 'receiving' || state === 'importing') && max > 0 ? (
        <progress className={styles['progress']} value={value} max={max} aria-label={t('Progress')} />
      ) : null}
      {state === 'receiving' && !isSending ? (
        <ArchiveField help={t('Choose the same archive again to go on where it stopped.')} onChoose={goOn} />
      ) : null}
    </>
  );
}

function askToTakeBack({ source }: RealmImport): Promise<boolean> {
  return ask({
    title: t('Take the import from {source} back?', { source: sourceName(source) }),
    text: [
      t(
        'Messages, files, channels, groups and emoji that it brought go, and accounts that nobody took over.',
      ),
      t('What people added since stays, and what is on hold. To get it back, import the archive again.'),
    ],
    yes: t('Take it back'),
    no: t('Keep'),
    isDanger: true,
  });
}
