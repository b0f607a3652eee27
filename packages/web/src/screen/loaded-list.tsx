import type { ReactElement, ReactNode } from 'react';
import { Waiting } from '../parts/waiting.tsx';
import type { Loaded } from './use-loaded.ts';

export type LoadedListProps<T> = {
  readonly loaded: Pick<Loaded<readonly T[]>, 'value' | 'failure'>;
  /** Words for a reader when there is nothing. */
  readonly empty: string;
  /** Draws what there is. */
  readonly children: (values: readonly T[]) => ReactNode;
};

/** A list that is fetched when its page is opened: on its way, refused, empty, or there. */
export function LoadedList<T>({ loaded, empty, children }: LoadedListProps<T>): ReactElement {
  const { value, failure } = loaded;
  return (
    <>
      {failure === undefined ? null : (
        <p className="help bad" role="alert">
          {failure}
        </p>
      )}
      {value === undefined && failure === undefined ? <Waiting kind="lines" rows={1} /> : null}
      {value?.length === 0 ? (
        <p className="help" role="status">
          {empty}
        </p>
      ) : null}
      {value === undefined || value.length === 0 ? null : children(value)}
    </>
  );
}
