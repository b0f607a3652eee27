import { useActionState, useId, useState, type ReactElement } from 'react';
import { readConsents, startRealmExport, type ExportType } from '../../../data/actions/realm-exports.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { RadioCards } from '../../../parts/radio-cards.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { useLoaded } from '../../../screen/use-loaded.ts';
import { failureText } from '../../../words/failure-text.ts';
import { plural, t } from '../../../words/index.ts';
import styles from './data.module.css';
import { exportName } from './export-words.ts';

/** Asks what the archive shall have, and says how many people allow it private messages. */
export function NewExportDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const chat = useChat();
  const form = useId();
  const { value: consents } = useLoaded(readConsents);
  const [type, setType] = useState<ExportType>('public');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await startRealmExport(chat, type);
    } catch (thrown) {
      return failureText(thrown);
    }
    onClose();
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('New export')}
      size="medium"
      onClose={onClose}
      foot={<FormFoot form={form} label={t('Export')} isReady={!isPending} onClose={onClose} />}
    >
      <form id={form} action={submit} className={styles['form']}>
        <RadioCards<ExportType>
          label={t('What it has')}
          cards={[
            {
              value: 'public',
              name: exportName('public'),
              about: t('People, public channels with their messages and files, settings.'),
              icon: 'globe',
            },
            {
              value: 'full_with_consent',
              name: exportName('full_with_consent'),
              about:
                consents === undefined
                  ? t('People allow it in their settings, under Account.')
                  : plural(consents.people, {
                      one: '{allowed} of # person allows it, in the settings under Account.',
                      other: '{allowed} of # people allow it, in their settings under Account.',
                    }).replace('{allowed}', String(consents.allowed)),
              icon: 'lock',
            },
          ]}
          chosen={type}
          onChoose={setType}
        />
        <p className="help">
          {t('Five a week. Parley takes the archive in again, on this server or on another one.')}
        </p>
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
