import type { ReactElement, ReactNode } from 'react';
import switches from './switch.module.css';

export type SwitchProps = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
  readonly isDisabled?: boolean;
};

/** A setting that takes effect at once. */
export function Switch({ children, ...input }: SwitchProps): ReactElement {
  return (
    <label className="line">
      <span>{children}</span>
      <SwitchInput {...input} />
    </label>
  );
}

/** A switch; the label around it has its name. */
export function SwitchInput({
  isOn,
  onChange,
  isDisabled = false,
}: Omit<SwitchProps, 'children'>): ReactElement {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      className={switches['switch']}
      checked={isOn}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
