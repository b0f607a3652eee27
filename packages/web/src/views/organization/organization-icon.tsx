import { useRef, useState, type ReactElement } from 'react';
import { removeOrganizationIcon, uploadOrganizationIcon } from '../../data/actions/organization-actions.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { OrganizationMark } from '../../screen/organization-mark.tsx';
import { t } from '../../words/index.ts';
import { keep } from '../settings/use-save-setting.ts';
import styles from './organization-icon.module.css';
import { useWhoMay } from './use-who-may.ts';

/** The icon of the organization, to be replaced by a file. */
export function OrganizationIcon(): ReactElement {
  const chat = useChat();
  const name = useSelect(chat.state, (state) => state.realm_name ?? '');
  const iconUrl = useSelect(chat.state, (state) =>
    state.realm_icon_source === 'U' ? state.realm_icon_url : undefined,
  );
  const whoMay = useWhoMay();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = async (text: string, request: Promise<void>): Promise<void> => {
    setBusy(true);
    await keep(text, request);
    setBusy(false);
  };
  return (
    <div className={styles['icon-line']} data-setting="icon">
      <OrganizationMark name={name} iconUrl={iconUrl} />
      <div>
        <div className="chips">
          <button
            type="button"
            className="btn"
            disabled={isBusy || whoMay !== undefined}
            onClick={() => input.current?.click()}
          >
            <Icon name="camera" />
            {t('Change icon')}
          </button>
          {iconUrl === undefined ? null : (
            <button
              type="button"
              className="btn plain"
              aria-label={t('Remove icon')}
              disabled={isBusy || whoMay !== undefined}
              onClick={() => void change(t('Icon removed'), removeOrganizationIcon(chat))}
            >
              {t('Remove')}
            </button>
          )}
        </div>
        {whoMay === undefined ? (
          <p className="help">{t('Square, at least 128 px; other pictures are cut.')}</p>
        ) : (
          <WhoMay>{whoMay}</WhoMay>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t('Icon')}
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file !== undefined) void change(t('Icon changed'), uploadOrganizationIcon(chat, file));
          }}
        />
      </div>
    </div>
  );
}
