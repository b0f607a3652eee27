import type { ReactElement } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useCell, useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import { sizeText } from '../words/sizes.ts';
import type { UploadItem, Uploads } from './uploads.ts';
import styles from './upload-files.module.css';

/** Files of a message, with their progress. */
export function UploadFiles({ uploads }: { readonly uploads: Uploads }): ReactElement | null {
  const items = useCell(uploads.items);
  if (items.length === 0) return null;
  return (
    <div className={styles['files']} role="list" aria-label={t('Files')}>
      {items.map((item) => (
        <UploadedFile key={item.id} item={item} uploads={uploads} />
      ))}
    </div>
  );
}

function UploadedFile({
  item,
  uploads,
}: {
  readonly item: UploadItem;
  readonly uploads: Uploads;
}): ReactElement {
  const { id, name, file, status, sent } = item;
  const isRunning = status === 'uploading' || status === 'waiting';
  return (
    <div className={styles['file']} role="listitem">
      <Thumb item={item} />
      <span className={styles['words']}>
        <span className={`${styles['name']} clip`} title={name}>
          <bdi>{name}</bdi>
        </span>
        <UploadState item={item} onRetry={() => uploads.retry(id)} />
      </span>
      <IconButton
        icon="x"
        label={isRunning ? t('Cancel {name}', { name }) : t('Remove {name}', { name })}
        onClick={() => uploads.remove(id)}
      />
      {status === 'uploading' ? (
        <progress max={file.size} value={sent} aria-label={t('Upload of {name}', { name })} />
      ) : null}
    </div>
  );
}

function UploadState({
  item,
  onRetry,
}: {
  readonly item: UploadItem;
  readonly onRetry: () => void;
}): ReactElement {
  const chat = useChat();
  const maxMib = useSelect(chat.state, (state) => state.max_file_upload_size_mib) ?? 0;
  const { status, sent, file, error } = item;
  switch (status) {
    case 'too-large':
      return (
        <span className={`${styles['size']} ${styles['failed']}`}>
          {t('Over {size} MB', { size: maxMib })}
        </span>
      );
    case 'failed':
      return (
        <span className={`${styles['size']} ${styles['failed']}`}>
          <span title={error}>{t('Not uploaded')}</span>{' '}
          <button type="button" className={`touch-area ${styles['again']}`} onClick={onRetry}>
            {t('Try again')}
          </button>
        </span>
      );
    case 'waiting':
      return <span className={styles['size']}>{t('Waiting')}</span>;
    case 'uploading':
      return (
        <span className={styles['size']}>
          {t('{sent} of {size}', { sent: sizeText(sent), size: sizeText(file.size) })}
        </span>
      );
    case 'done':
      return <span className={styles['size']}>{sizeText(file.size)}</span>;
  }
}

function Thumb({ item: { status, pictureUrl } }: { readonly item: UploadItem }): ReactElement {
  const isBad = status === 'too-large' || status === 'failed';
  return (
    <span className={styles['thumb']} aria-hidden="true">
      {pictureUrl === undefined ? <Icon name={isBad ? 'alert' : 'file'} /> : <img src={pictureUrl} alt="" />}
    </span>
  );
}
