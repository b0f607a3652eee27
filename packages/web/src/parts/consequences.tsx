import type { ReactElement, ReactNode } from 'react';
import styles from './consequences.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

export type Consequence = {
  readonly icon: IconName;
  readonly text: string;
  readonly detail?: ReactNode;
};

/** The consequences in numbers, before the button that causes them. */
export function Consequences({ items }: { readonly items: readonly Consequence[] }): ReactElement {
  return (
    <ul className={styles['list']}>
      {items.map(({ icon, text, detail }) => (
        <li key={text} className={styles['item']}>
          <Icon name={icon} />
          <div>
            {text}
            {detail === undefined ? null : <div className={styles['detail']}>{detail}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}
