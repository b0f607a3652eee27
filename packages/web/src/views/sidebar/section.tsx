import { useState, type ReactElement, type ReactNode } from 'react';
import { Icon } from '../../parts/icon.tsx';
import styles from './section.module.css';

export type SectionProps = {
  /** Remembers on this device whether the section is folded. */
  readonly storageKey: string;
  readonly title: string;
  /** Shown beside the title. */
  readonly action?: ReactNode;
  /** Shown instead of the content while the section is folded. */
  readonly summary?: ReactNode;
  /** Shows the content although the section is folded. */
  readonly isHeldOpen?: boolean;
  readonly children: ReactNode;
};

/** A part of the sidebar that can be folded; its heading names it, and regions are kept for the page. */
export function Section(props: SectionProps): ReactElement {
  const { storageKey, title, action, summary, children } = props;
  const key = `parley-folded-${storageKey}`;
  const [wasFolded, setFolded] = useState(() => localStorage.getItem(key) === 'yes');
  const isFolded = wasFolded && props.isHeldOpen !== true;
  const toggle = (): void => {
    if (isFolded) localStorage.removeItem(key);
    else localStorage.setItem(key, 'yes');
    setFolded(!isFolded);
  };
  return (
    <div>
      <div className={styles['head']}>
        <h2>
          <button type="button" data-rove aria-expanded={!isFolded} onClick={toggle}>
            <bdi className="clip">{title}</bdi>
            <Icon name={isFolded ? 'right' : 'down'} isSmall />
          </button>
        </h2>
        {isFolded ? summary : null}
        {action}
      </div>
      {isFolded ? null : children}
    </div>
  );
}
