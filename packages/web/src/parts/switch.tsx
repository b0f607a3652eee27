import type { ReactElement, ReactNode } from 'react';
import switches from './switch.module.css';

export type SwitchProps = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
  readonly isDisabled?: boolean;
};

/** A setting that takes effect at once. */
export function Switch({ isOn, onChange, children, isDisabled = false }: SwitchProps): ReactElement {
  return (
    <label className="line">
      <span>{children}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={switches['switch']}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
