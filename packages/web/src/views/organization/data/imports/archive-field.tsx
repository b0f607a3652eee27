import { useRef, type ReactElement } from 'react';
import { Icon } from '../../../../parts/icon.tsx';
import { t } from '../../../../words/index.ts';
import { sizeText } from '../../../../words/sizes.ts';
import styles from '../data.module.css';

export type ArchiveFieldProps = {
  readonly help: string;
  readonly file?: File | undefined;
  readonly onChoose: (file: File) => void;
};

/** Chooses the archive of another chat. */
export function ArchiveField({ help, file, onChoose }: ArchiveFieldProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <div className={styles['archive']}>
        <button type="button" className="btn" onClick={() => input.current?.click()}>
          <Icon name="file" />
          {t('Choose the archive')}
        </button>
        {file === undefined ? null : <bdi className="clip">{`${file.name}, ${sizeText(file.size)}`}</bdi>}
      </div>
      <p className="help">{help}</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Archive')}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen !== undefined) onChoose(chosen);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
