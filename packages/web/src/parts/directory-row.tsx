import type { CSSProperties, MouseEventHandler, ReactElement, ReactNode } from 'react';
import styles from './directory-row.module.css';

export type DirectoryRowsProps = {
  /** Widths of the columns between the name and the action, as in `grid-template-columns`. */
  readonly columns: string;
  /** Width of the sign in px: 20 for an icon, 32 for a picture. */
  readonly signWidth?: 20 | 32;
  readonly children: ReactNode;
};

/** Rows of a directory; the highlight of a row hangs 12 px outside of the column. */
export function DirectoryRows({ columns, signWidth = 20, children }: DirectoryRowsProps): ReactElement {
  const style = { '--directory-columns': columns, '--directory-sign': `${signWidth}px` } as CSSProperties;
  return (
    <ul className={styles['rows']} style={style}>
      {children}
    </ul>
  );
}

export type DirectoryRowProps = {
  /** Key among the roving rows. */
  readonly rowKey: string;
  readonly sign: ReactNode;
  readonly name: string;
  readonly href: string;
  /** Small things behind the name. */
  readonly beside?: ReactNode;
  /** One line below the name. */
  readonly about?: ReactNode;
  /** One `DirectoryCell` for each column; a phone shows none of them. */
  readonly cells?: ReactNode;
  readonly action?: ReactNode;
  /** Quiet and not bold, as an archived or deactivated thing. */
  readonly isQuiet?: boolean;
  /** Whether Tab reaches this row. */
  readonly isCurrent: boolean;
  readonly onContextMenu?: MouseEventHandler<HTMLLIElement> | undefined;
  /** Click on the name, for a row that opens something on the same page. */
  readonly onOpen?: MouseEventHandler<HTMLAnchorElement>;
};

/** A channel, person or group of a directory: the whole row leads to it, one action stands at its end. */
export function DirectoryRow(props: DirectoryRowProps): ReactElement {
  const { rowKey, sign, name, href, beside, about, cells, action, isQuiet = false, isCurrent } = props;
  return (
    <li
      className={isQuiet ? `${styles['row']} ${styles['quiet-row']}` : styles['row']}
      data-row={rowKey}
      {...{ onContextMenu: props.onContextMenu }}
    >
      <span className={styles['sign']}>{sign}</span>
      <div className={styles['text']}>
        <div className={styles['name-line']}>
          <a
            href={href}
            className={styles['name']}
            tabIndex={isCurrent ? 0 : -1}
            data-row-link=""
            onClick={props.onOpen}
          >
            <bdi>{name}</bdi>
          </a>
          {beside}
        </div>
        {about === undefined || about === '' ? null : <div className={styles['about']}>{about}</div>}
      </div>
      {cells}
      <span className={styles['action']}>{action}</span>
    </li>
  );
}

/** The content of one column of a row. */
export function DirectoryCell({ children }: { readonly children?: ReactNode }): ReactElement {
  return <span className={styles['cell']}>{children}</span>;
}
