import { useEffect, useState, type ReactElement } from 'react';
import { after } from '../data/clock.ts';
import { t } from '../words/index.ts';
import { IconButton } from './icon-button.tsx';
import { hideToast, shownToast, type ShownToast } from './toast-store.ts';
import { useCell } from './use-cell.ts';
import styles from './toast.module.css';

/** Time a toast stays; the pointer and the focus on it stop the clock. */
const TOAST_MS = 8000;
/** Time a toast with an action stays. */
const TOAST_WITH_ACTION_MS = 20_000;

/** The place of toasts; one per page. */
export function Toasts(): ReactElement {
  const toast = useCell(shownToast);
  return (
    <output aria-live="polite" className={styles['toasts']} data-floats>
      {toast === undefined ? null : <ToastLine key={toast.id} toast={toast} />}
    </output>
  );
}

function ToastLine({ toast }: { readonly toast: ShownToast }): ReactElement {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const stay = toast.action === undefined ? TOAST_MS : TOAST_WITH_ACTION_MS;
    return after(stay, () => hideToast(toast.id));
  }, [toast, isHeld]);
  const { action } = toast;
  return (
    <div
      className={styles['toast']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="grow">{toast.text}</span>
      {action === undefined ? null : (
        <button
          type="button"
          onClick={() => {
            hideToast(toast.id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton
        icon="x"
        className={styles['close']}
        label={t('Close')}
        onClick={() => hideToast(toast.id)}
      />
    </div>
  );
}
