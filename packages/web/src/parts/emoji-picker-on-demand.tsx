import { Suspense, type ReactElement } from 'react';
import type { EmojiPickerProps } from './emoji-picker.tsx';
import { lazyPart } from './lazy-part.ts';

const Picker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker);

/** Loads the names of emoji when it is shown first. */
export function EmojiPickerOnDemand(props: EmojiPickerProps): ReactElement {
  return (
    <Suspense fallback={<div className="pop emoji-picker" aria-busy="true" />}>
      <Picker {...props} />
    </Suspense>
  );
}
