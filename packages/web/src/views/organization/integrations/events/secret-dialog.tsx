import type { ReactElement } from 'react';
import { CopyField } from '../../../../parts/copy-field.tsx';
import { Dialog } from '../../../../parts/dialog.tsx';
import { t } from '../../../../words/index.ts';

export type SecretDialogProps = { readonly secret: string; readonly onClose: () => void };

/** The secret of a subscription, to be taken into the program that receives the events. */
export function SecretDialog({ secret, onClose }: SecretDialogProps): ReactElement {
  return (
    <Dialog
      title={t('Secret of the signatures')}
      onClose={onClose}
      foot={
        <button type="button" className="btn primary" onClick={onClose}>
          {t('Done')}
        </button>
      }
    >
      <CopyField
        label={t('Secret')}
        value={secret}
        help={t('It is not shown again. With it your program knows that a request is from this server.')}
      />
    </Dialog>
  );
}
