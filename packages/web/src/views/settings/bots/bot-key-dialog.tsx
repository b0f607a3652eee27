import type { ReactElement } from 'react';
import { CopyField } from '../../../parts/copy-field.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { t } from '../../../words/index.ts';

export type BotKeyDialogProps = {
  readonly name: string;
  readonly email: string | undefined;
  readonly apiKey: string;
  readonly onClose: () => void;
};

/** The key of a bot, to be taken into the program that acts as the bot. */
export function BotKeyDialog({ name, email, apiKey, onClose }: BotKeyDialogProps): ReactElement {
  return (
    <Dialog
      title={t('Key of {name}', { name })}
      onClose={onClose}
      foot={
        <button type="button" className="btn primary" onClick={onClose}>
          {t('Done')}
        </button>
      }
    >
      <CopyField
        label={t('API key')}
        value={apiKey}
        help={t('Everyone who has it can write as the bot. A new key ends this one.')}
      />
      {email === undefined ? null : <CopyField label={t('User name')} value={email} />}
    </Dialog>
  );
}
