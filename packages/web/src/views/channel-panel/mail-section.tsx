import { useEffect, useState, type ReactElement } from 'react';
import { readMailAddress } from '../../data/actions/channel-actions.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';

/** The address to which mail can be sent that becomes messages; nothing where the server receives no mail. */
export function MailSection({ channelId }: { readonly channelId: number }): ReactElement | null {
  const chat = useChat();
  const [address, setAddress] = useState('');
  useEffect(() => {
    let isCurrent = true;
    readMailAddress(chat, channelId).then(
      (found) => isCurrent && setAddress(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [chat, channelId]);
  if (address === '') return null;
  return (
    <section>
      <h3>{t('Mail into this channel')}</h3>
      <CopyField label={t('Mail address')} value={address} help={t('The subject becomes the topic.')} />
    </section>
  );
}
