import type { ReactElement } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { t } from '../../words/index.ts';
import { SessionList } from './session-list.tsx';

export function SessionsDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title={t('Devices')} onClose={onClose}>
      <SessionList />
    </Dialog>
  );
}
