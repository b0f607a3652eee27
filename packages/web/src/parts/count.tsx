import type { ReactElement } from 'react';

export type CountProps = {
  readonly count: number;
  /** A sum is plain, unread messages in lists are outlined, messages for the reader are filled. */
  readonly look?: 'plain' | 'soft' | 'pill';
  /** Shown in a pill before the number, for example `@`. */
  readonly sign?: string;
  /** Words for screen readers, for example "6 unread, 1 mention". */
  readonly words: string;
};

export function Count({ count, look = 'plain', sign, words }: CountProps): ReactElement | null {
  if (count === 0) return null;
  return (
    <>
      {sign === undefined ? null : (
        <span className="n pill before-count" aria-hidden="true">
          {sign}
        </span>
      )}
      <span className={look === 'plain' ? 'n' : `n ${look}`}>
        <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
        <span className="sr">, {words}</span>
      </span>
    </>
  );
}

const MAX_SHOWN = 999;
