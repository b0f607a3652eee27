import { Suspense, type ReactElement } from 'react';
import type { EmojiPickerProps } from './emoji-picker.tsx';
import { lazyPart } from './lazy-part.ts';
import popover from './popover.module.css';
import styles from './emoji-picker.module.css';

const Picker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker);

/** Loads the names of emoji when it is shown first. */
export function EmojiPickerOnDemand(props: EmojiPickerProps): ReactElement {
  return (
    <Suspense fallback={<div className={`${popover['popover']} ${styles['picker']}`} aria-busy="true" />}>
      <Picker {...props} />
    </Suspense>
  );
}
