import type { ReactElement, ReactNode } from 'react';
import styles from './block-head.module.css';

export type BlockHeadProps = {
  readonly title: string;
  /** The control that adds something to the block. */
  readonly children: ReactNode;
};

/** The heading of a block with a control at its end. */
export function BlockHead({ title, children }: BlockHeadProps): ReactElement {
  return (
    <div className={styles['head']}>
      <h3 className={styles['title']}>{title}</h3>
      {children}
    </div>
  );
}
