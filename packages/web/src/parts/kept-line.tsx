import { useEffect, useState, type ReactElement } from 'react';
import { after } from '../data/clock.ts';
import { t } from '../words/index.ts';
import { Icon } from './icon.tsx';
import { hideKept, shownKept, type ShownKept } from './kept-store.ts';
import styles from './kept-line.module.css';
import { useCell } from './use-cell.ts';

/** Time the line stays; the pointer and the focus on it stop the clock. */
const KEPT_MS = 8000;

/** The last change of a setting, with a way back: in the head of the settings. */
export function KeptLine(): ReactElement {
  const kept = useCell(shownKept);
  return (
    <output aria-live="polite" className={styles['kept']}>
      {kept === undefined ? null : <Change key={kept.id} kept={kept} />}
    </output>
  );
}

function Change({ kept }: { readonly kept: ShownKept }): ReactElement {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => (isHeld ? undefined : after(KEPT_MS, () => hideKept(kept.id))), [kept, isHeld]);
  const { undo } = kept;
  return (
    <>
      <Icon name="check" isSmall />
      <span className="clip">{kept.text}</span>
      {undo === undefined ? null : (
        <button
          type="button"
          className="lk"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          onClick={() => {
            hideKept(kept.id);
            undo();
          }}
        >
          {t('Undo')}
        </button>
      )}
    </>
  );
}
