import { useRef, type ReactElement } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../words/index.ts';

export type PictureFieldProps = {
  readonly picture: File | undefined;
  readonly onChoose: (picture: File) => void;
};

/** Chooses a picture that is uploaded with the rest of a form. */
export function PictureField({ picture, onChoose }: PictureFieldProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="chips">
      <button type="button" className="btn" onClick={() => input.current?.click()}>
        <Icon name="image" />
        {t('Choose a picture')}
      </button>
      {picture === undefined ? null : <bdi className="clip">{picture.name}</bdi>}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) onChoose(file);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
