import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './who-may.module.css';

export type WhoMayProps = {
  /** Id for the `aria-describedby` of the control above. */
  readonly id?: string;
  /** Names those who may do what the control above does not let this user do. */
  readonly children: ReactNode;
};

/** One line below a disabled control that says who may use it. */
export function WhoMay({ id, children }: WhoMayProps): ReactElement {
  return (
    <span id={id} className={styles['who-may']}>
      <Icon name="lock" />
      <span>{children}</span>
    </span>
  );
}
