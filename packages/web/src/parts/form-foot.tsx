import type { ReactElement } from 'react';
import { t } from '../words/index.ts';

export type FormFootProps = {
  /** Id of the form in the dialog. */
  readonly form: string;
  /** Name of the button that submits it. */
  readonly label: string;
  readonly isReady: boolean;
  /** Draws the button as one that ends or deletes something. */
  readonly isDanger?: boolean;
  readonly onClose: () => void;
};

/** Buttons below a form in a dialog. */
export function FormFoot({ form, label, isReady, isDanger = false, onClose }: FormFootProps): ReactElement {
  return (
    <>
      <button type="button" className="btn" onClick={onClose}>
        {t('Cancel')}
      </button>
      <button
        type="submit"
        form={form}
        className={isDanger ? 'btn danger' : 'btn primary'}
        disabled={!isReady}
      >
        {label}
      </button>
    </>
  );
}
