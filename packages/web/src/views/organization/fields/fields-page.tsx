import { useState, type ReactElement } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { t } from '../../../words/index.ts';
import { useWhoMay } from '../use-who-may.ts';
import { FieldDialog } from './field-dialog.tsx';
import type { ProfileField } from './field-kinds.ts';
import { FieldTable } from './field-table.tsx';
import { PageHead } from '../page-head.tsx';

const NONE: readonly ProfileField[] = [];

/** Fields in which people can say something about themselves. */
export function FieldsPage(): ReactElement {
  const chat = useChat();
  const whoMay = useWhoMay();
  const fields = useSelect(chat.state, (state) => state.custom_profile_fields) ?? NONE;
  const [edited, setEdited] = useState<ProfileField | 'new'>();
  return (
    <>
      <PageHead
        setting="fields"
        action={
          <button
            type="button"
            className="btn primary"
            disabled={whoMay !== undefined}
            onClick={() => setEdited('new')}
          >
            <Icon name="plus" />
            {t('New field')}
          </button>
        }
      >
        <p className="help">{t('What people can say about themselves')}</p>
        {whoMay === undefined ? null : <WhoMay>{whoMay}</WhoMay>}
      </PageHead>
      {fields.length === 0 ? (
        <p className="help">{t('None yet. Names, addresses and time zones are there without a field.')}</p>
      ) : (
        <FieldTable fields={fields} onEdit={whoMay === undefined ? setEdited : undefined} />
      )}
      {edited === undefined ? null : (
        <FieldDialog edited={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
