import { useEffect, useMemo, useRef, type ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Picture } from '../../parts/picture.tsx';
import { t } from '../../words/index.ts';
import styles from './join-page.module.css';

export type PortraitFieldProps = {
  readonly name: string;
  readonly picture: File | undefined;
  readonly onChange: (picture: File | undefined) => void;
};

/** Chooses a picture, which is shown at once. */
export function PortraitField({ name, picture, onChange }: PortraitFieldProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const url = useMemo(() => (picture === undefined ? undefined : URL.createObjectURL(picture)), [picture]);
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return (
    <div className={styles['portrait']}>
      {url === undefined ? (
        <Picture userId={0} size={72} name={name === '' ? '?' : name} />
      ) : (
        <img src={url} alt="" />
      )}
      <div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={(event) => onChange(event.currentTarget.files?.[0])}
        />
        <button type="button" className="btn" onClick={() => input.current?.click()}>
          <Icon name="image" />
          {t('Choose a picture')}
        </button>
        <p className="help">{t('Optional. You can do it later.')}</p>
      </div>
    </div>
  );
}
