import type { ReactElement, ReactNode } from 'react';
import styles from './page-head.module.css';

export type PageHeadProps = {
  /** The entry of the search over all settings that leads here. */
  readonly setting?: string;
  /** The control that adds something to the page. */
  readonly action: ReactNode;
  /** Words about the page, and who may change it. */
  readonly children: ReactNode;
};

/** The words above a page of the organization, with a control at their end. */
export function PageHead({ setting, action, children }: PageHeadProps): ReactElement {
  return (
    <div className={styles['head']} data-setting={setting}>
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}
