import { useId, type ReactElement } from 'react';
import { Icon } from './icon.tsx';

export type SelectOption<T extends string> = { readonly value: T; readonly name: string };

export type SelectFieldProps<T extends string> = {
  readonly label: string;
  /** Keeps the label for screen readers alone. */
  readonly isLabelHidden?: boolean;
  readonly value: T;
  readonly options: readonly SelectOption<T>[];
  readonly isDisabled?: boolean;
  readonly onChange: (value: T) => void;
};

/** A labeled choice of one out of several. */
export function SelectField<T extends string>(props: SelectFieldProps<T>): ReactElement {
  const { label, isLabelHidden = false, value, options, isDisabled = false, onChange } = props;
  const id = useId();
  const field = (
    <div className="field">
      <select
        id={id}
        aria-label={isLabelHidden ? label : undefined}
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      <Icon name="down" isSmall />
    </div>
  );
  if (isLabelHidden) return field;
  return (
    <div className="labeled">
      <label className="l" htmlFor={id}>
        {label}
      </label>
      {field}
    </div>
  );
}
