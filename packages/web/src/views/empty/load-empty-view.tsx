import { Suspense, type ReactElement } from 'react';
import { lazyPart } from '../../parts/lazy-part.ts';
import type { EmptyViewProps } from './empty-view.tsx';

const Loaded = lazyPart(() => import('./empty-view.tsx').then((module) => module.EmptyView));

/** Words for an empty view are loaded when there is one: most views have something to show. */
export function EmptyView(props: EmptyViewProps): ReactElement {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
