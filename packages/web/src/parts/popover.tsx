import { Suspense, type ReactElement } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { PopoverProps } from './surface-props.ts';

const PopoverSurface = lazyPart(() =>
  import('./popover-surface.tsx').then((module) => module.PopoverSurface),
);

/** An open popover that holds the focus; a sheet from below on a phone. */
export function Popover(props: PopoverProps): ReactElement {
  return (
    <Suspense fallback={null}>
      <PopoverSurface {...props} />
    </Suspense>
  );
}
