import { refuseNewPicture } from '@parley/client';
import { useRef, useState, type ReactElement } from 'react';
import { readOwnPicture, removeOwnPicture, setOwnPicture } from '../../data/actions/account-actions.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useDroppedFiles } from '../../parts/use-dropped-files.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import styles from './own-picture.module.css';
import { keep } from './use-save-setting.ts';

/** The picture of the user, to be replaced by a file that is chosen or dropped anywhere on the page. */
export function OwnPicture(): ReactElement {
  const chat = useChat();
  const refusal = useSelect(chat.state, (state) => refuseNewPicture(state)?.reason);
  const isUploaded = useSelect(chat.state, (state) => state.avatar_source === 'U');
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = async (text: string, next: Blob | undefined): Promise<void> => {
    setBusy(true);
    const before = await readOwnPicture(chat);
    const to = (picture: Blob | undefined): Promise<void> =>
      picture === undefined ? removeOwnPicture(chat) : setOwnPicture(chat, picture);
    await keep(text, to(next), () => to(before));
    setBusy(false);
  };
  const take = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    if (file !== undefined) void change(t('Picture changed'), file);
  };
  const isTarget = useDroppedFiles(refusal === undefined ? take : undefined);
  return (
    <div
      className={isTarget ? `${styles['own-picture']} ${styles['is-target']}` : styles['own-picture']}
      data-setting="picture"
    >
      <UserPicture userId={chat.selfId} size={72} />
      <div>
        <div className="chips">
          <button
            type="button"
            className="btn"
            disabled={isBusy || refusal !== undefined}
            onClick={() => input.current?.click()}
          >
            <Icon name="image" />
            {t('Change picture')}
          </button>
          {isUploaded ? (
            <button
              type="button"
              className="btn plain"
              aria-label={t('Remove picture')}
              disabled={isBusy || refusal !== undefined}
              onClick={() => void change(t('Picture removed'), undefined)}
            >
              {t('Remove')}
            </button>
          ) : null}
        </div>
        {refusal === undefined ? (
          <p className="help">{t('Drop a picture anywhere on this page. It is cut to a square.')}</p>
        ) : (
          <WhoMay>{t('Administrators change the pictures of this organization')}</WhoMay>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
}
