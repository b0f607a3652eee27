import type { ReactElement, ReactNode } from 'react';
import styles from './cards.module.css';

/** Cards below each other. */
export function Cards(props: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <ul className={styles['cards']} aria-label={props.label}>
      {props.children}
    </ul>
  );
}

export type CardProps = {
  /** A picture or an icon. */
  readonly sign: ReactNode;
  readonly name: string;
  /** One quiet line below the name. */
  readonly about: ReactNode;
  /** Buttons at the end of the head. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** A thing that a program uses, with what can be done about it. */
export function Card({ sign, name, about, actions, children }: CardProps): ReactElement {
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>
        {sign}
        <div className={styles['words']}>
          <b className={styles['name']}>
            <bdi>{name}</bdi>
          </b>
          <span className={styles['about']}>{about}</span>
        </div>
        {actions}
      </div>
      {children}
    </li>
  );
}
