import type { ReactElement, ReactNode, Ref } from 'react';
import { Field } from './field.tsx';
import toolbar from './toolbar.module.css';

export type FilterBarProps = {
  /** Name of the field. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly fieldRef?: Ref<HTMLInputElement>;
  /** Stands in front of the field, such as the tabs of a list. */
  readonly start?: ReactNode;
  /** Stands behind it, such as chips. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
};

/** The line above a list: tabs, a field that filters it, and chips. */
export function FilterBar(props: FilterBarProps): ReactElement {
  const { label, placeholder, value, onChange, fieldRef, start, children, className = '' } = props;
  return (
    <div className={`${toolbar['toolbar']} ${className}`}>
      {start}
      <Field
        {...(fieldRef === undefined ? {} : { ref: fieldRef })}
        label={label}
        isLabelHidden
        icon="search"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {children}
    </div>
  );
}
