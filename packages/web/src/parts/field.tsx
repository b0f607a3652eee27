import { useId, useState, type InputHTMLAttributes, type ReactElement, type Ref } from 'react';
import { t } from '../words/index.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  readonly label: string;
  /** Keeps the label for screen readers alone. */
  readonly isLabelHidden?: boolean;
  readonly icon?: IconName;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
};

/** A labeled line of text. */
export function Field(props: FieldProps): ReactElement {
  const { label, isLabelHidden = false, icon, help, error, type, ...rest } = props;
  const id = useId();
  const [isShown, setShown] = useState(false);
  const note = error ?? help;
  const field = (
    <div className={error === undefined ? 'field' : 'field bad'}>
      {icon === undefined ? null : <Icon name={icon} />}
      <input
        {...rest}
        id={id}
        type={type === 'password' && isShown ? 'text' : type}
        aria-label={isLabelHidden ? label : undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {type === 'password' ? (
        <button type="button" className="lk" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t('Hide') : t('Show')}
          <span className="sr"> {t('password')}</span>
        </button>
      ) : null}
    </div>
  );
  if (isLabelHidden && note === undefined) return field;
  return (
    <div className="labeled">
      {isLabelHidden ? null : (
        <label className="l" htmlFor={id}>
          {label}
        </label>
      )}
      {field}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={error === undefined ? 'help' : 'help bad'}>
          {note}
        </p>
      )}
    </div>
  );
}
