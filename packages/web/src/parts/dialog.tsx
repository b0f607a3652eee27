import { Suspense, type ReactElement } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { DialogProps } from './surface-props.ts';

const DialogSurface = lazyPart(() => import('./dialog-surface.tsx').then((module) => module.DialogSurface));

/** An open dialog over a dimmed page. */
export function Dialog(props: DialogProps): ReactElement {
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}
