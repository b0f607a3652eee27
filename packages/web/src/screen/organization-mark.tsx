import { useState, type ReactElement } from 'react';
import { firstLetterOf } from '../parts/picture.tsx';
import styles from './organization-mark.module.css';

export type OrganizationMarkProps = {
  readonly name: string;
  /** Undefined for organizations without an icon of their own. */
  readonly iconUrl?: string | undefined;
  readonly isLarge?: boolean;
};

/** The icon of an organization, else its initial. */
export function OrganizationMark({ name, iconUrl, isLarge = false }: OrganizationMarkProps): ReactElement {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={isLarge ? `${styles['mark']} ${styles['large']}` : styles['mark']} aria-hidden="true">
      {iconUrl === undefined || isBroken ? (
        firstLetterOf(name).toUpperCase()
      ) : (
        <img src={iconUrl} alt="" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
