import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { endMailAddresses, readMailAddress } from '../../data/actions/mail-actions.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { ask } from '../../parts/question-store.ts';
import { showToast } from '../../parts/toast-store.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';

export type MailSectionProps = {
  readonly channelId: number;
  /** Whether the user may end addresses that others have copied. */
  readonly mayEnd: boolean;
};

/** The address to which mail can be sent that becomes messages; nothing where the server receives no mail. */
export function MailSection({ channelId, mayEnd }: MailSectionProps): ReactElement | null {
  const chat = useChat();
  const [address, setAddress] = useState('');
  const read = useCallback(() => readMailAddress(chat, channelId), [chat, channelId]);
  useEffect(() => {
    let isCurrent = true;
    read().then(
      (found) => isCurrent && setAddress(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [read]);
  if (address === '') return null;
  const replace = async (): Promise<void> => {
    const isSure = await ask({
      title: t('Replace the address?'),
      text: [t('Mail to all earlier addresses of this channel comes back, also to those of other people.')],
      yes: t('Replace'),
      no: t('Keep it'),
      isDanger: true,
    });
    if (!isSure || !(await attempt(endMailAddresses(chat, channelId)))) return;
    await attempt(read().then(setAddress));
    showToast({ text: t('The channel has another address') });
  };
  return (
    <section>
      <h3>{t('Mail into this channel')}</h3>
      <CopyField label={t('Mail address')} value={address} help={t('The subject becomes the topic.')} />
      {mayEnd ? (
        <button type="button" className="lk" onClick={() => void replace()}>
          {t('Replace the address')}
        </button>
      ) : null}
    </section>
  );
}
