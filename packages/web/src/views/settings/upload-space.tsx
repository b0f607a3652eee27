import type { ReactElement } from 'react';
import type { OwnUpload } from '../../data/actions/personal-actions.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { plural, t } from '../../words/index.ts';
import { sizeText } from '../../words/sizes.ts';
import { useChat } from '../../screen/chat-context.ts';
import styles from './upload-space.module.css';

const MIB = 2 ** 20;

type UploadSpaceProps = {
  readonly uploads: readonly OwnUpload[];
  readonly organizationBytes: number;
};

/** Space that the files of the user take, and the share of the organization's quota that is used. */
export function UploadSpace({ uploads, organizationBytes }: UploadSpaceProps): ReactElement {
  const chat = useChat();
  const quotaMib = useSelect(chat.state, (state) => state.realm_upload_quota_mib) ?? null;
  const own = uploads.reduce((sum, { size }) => sum + size, 0);
  const largest = uploads.toSorted((a, b) => b.size - a.size)[0];
  const facts = [
    plural(uploads.length, { one: '# file.', other: '# files.' }),
    largest === undefined
      ? ''
      : t('The largest: {name}, {size}.', { name: largest.name, size: sizeText(largest.size) }),
    quotaMib === null
      ? t('The organization uses {used}.', { used: sizeText(organizationBytes) })
      : t('The organization uses {used} of {quota}.', {
          used: sizeText(organizationBytes),
          quota: sizeText(quotaMib * MIB),
        }),
  ];
  return (
    <div className={styles['space']}>
      <b>{t('{size} of yours', { size: sizeText(own) })}</b>
      <span className={styles['facts']}>{facts.filter(Boolean).join(' ')}</span>
      {quotaMib === null ? null : (
        <meter
          className={styles['meter']}
          min={0}
          max={quotaMib * MIB}
          value={organizationBytes}
          aria-label={t('Space used by the organization')}
        />
      )}
    </div>
  );
}
