import { useRef, useState, type ReactElement } from 'react';
import { removeLogo, uploadLogo } from '../../data/actions/organization-actions.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { keep } from '../settings/use-save-setting.ts';
import { useWhoMay } from './use-who-may.ts';
import styles from './wide-logos.module.css';

/** Wide logos for light and for dark pages, each replaced by a file. */
export function WideLogos(): ReactElement {
  return (
    <section className="block" data-setting="logo">
      <h3>{t('Wide logo')}</h3>
      <p className="help">
        {t('Apps show it in place of icon and name. It is scaled to fit into 800 × 100 px.')}
      </p>
      <div className={styles['logos']}>
        <WideLogo label={t('For light pages')} isForDark={false} />
        <WideLogo label={t('For dark pages')} isForDark />
      </div>
    </section>
  );
}

type WideLogoProps = { readonly label: string; readonly isForDark: boolean };

function WideLogo({ label, isForDark }: WideLogoProps): ReactElement {
  const chat = useChat();
  const url = useSelect(chat.state, (state) => {
    const isOwn = (isForDark ? state.realm_night_logo_source : state.realm_logo_source) === 'U';
    return isOwn ? (isForDark ? state.realm_night_logo_url : state.realm_logo_url) : undefined;
  });
  const isDisabled = useWhoMay() !== undefined;
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = async (text: string, request: Promise<void>): Promise<void> => {
    setBusy(true);
    await keep(text, request);
    setBusy(false);
  };
  return (
    <div role="group" aria-label={label}>
      <p className="l">{label}</p>
      <div className={isForDark ? `${styles['sheet']} ${styles['dark']}` : styles['sheet']}>
        {url === undefined ? <span>{t('None')}</span> : <img src={url} alt={t('Wide logo')} />}
      </div>
      <div className="chips">
        <button
          type="button"
          className="btn"
          disabled={isBusy || isDisabled}
          onClick={() => input.current?.click()}
        >
          <Icon name="camera" />
          {url === undefined ? t('Add a wide logo') : t('Change')}
        </button>
        {url === undefined ? null : (
          <button
            type="button"
            className="btn plain"
            disabled={isBusy || isDisabled}
            onClick={() => void change(t('Logo removed'), removeLogo(chat, isForDark))}
          >
            {t('Remove')}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file !== undefined) void change(t('Logo changed'), uploadLogo(chat, file, isForDark));
        }}
      />
    </div>
  );
}
