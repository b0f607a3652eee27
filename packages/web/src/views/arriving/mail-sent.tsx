import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';

/** The next step after an e-mail with a link was requested. */
export function MailSent(): ReactElement {
  return (
    <div className="note" role="status">
      <Icon name="mail" />
      <span>{t('Check your mailbox. The link in the e-mail leads on, and works for a day.')}</span>
    </div>
  );
}
