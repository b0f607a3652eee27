import type { ReactElement } from 'react';
import styles from './waiting.module.css';

const ROWS: readonly string[] = ['a', 'b', 'c', 'd', 'e'];

const SHAPES = { messages: '', rows: styles['rows'], lines: styles['lines'] };

export type WaitingProps = {
  /** Shapes of messages, of rows of a list, or of lines of settings. */
  readonly kind: 'messages' | 'rows' | 'lines';
  readonly className?: string;
  readonly rows?: number;
};

/** Grey shapes in the place of what is loaded, after 150 ms of waiting. */
export function Waiting({ kind, className = '', rows = ROWS.length }: WaitingProps): ReactElement {
  return (
    <div className={`${styles['waiting']} ${SHAPES[kind]} ${className}`} data-waiting aria-hidden="true">
      {ROWS.slice(0, rows).map((row) => (
        <div key={row} />
      ))}
    </div>
  );
}
