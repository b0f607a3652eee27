import { refuseCreating } from '@parley/client/rights/managing-rights.ts';
import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { changeSubscription, createChannel, createFolder } from '../../data/actions/channel-actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { channelColors } from '../../screen/channel-colors.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { endCreation, type Creation } from '../../screen/creation-store.ts';
import { channelName } from '../../screen/titles.ts';
import { failureText } from '../../words/failure-text.ts';
import { plural, t } from '../../words/index.ts';
import { PeoplePicker } from '../picking/people-picker.tsx';
import { pickedUserIds } from '../picking/picked.ts';
import { resolvePicked } from '../picking/resolve-picked.ts';
import { emptyDraft, nameProblem, toRequest, type ChannelDraft } from './channel-draft.ts';
import styles from './create-channel-dialog.module.css';
import { FolderField } from './folder-field.tsx';
import { MoreSettings } from './more-settings.tsx';
import { PrivacyCards } from './privacy-cards.tsx';

/** Describes a new channel and creates it, in one step. */
export function CreateChannelDialog({ creation }: { readonly creation: Creation }): ReactElement {
  const { chat, go } = useChatScreen();
  const form = useId();
  const body = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<ChannelDraft>(() => {
    const mayBeOpen = refuseCreating(chat.state.get(), {}) === undefined;
    return emptyDraft(creation.folderId, mayBeOpen ? 'open' : 'private');
  });
  const [isMore, setMore] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const announcements = useSelect(
    chat.state,
    (state) => state.realm_new_stream_announcements_stream_id ?? -1,
  );
  const announcedIn = useSelect(chat.state, (state) => channelName(state, announcements));
  const taken = useSelect(chat.state, (state) => nameProblem(state, draft.name));
  const people = pickedUserIds(chat.state.get(), draft.people);
  const isReady =
    draft.name.trim() !== '' &&
    taken === undefined &&
    !isBusy &&
    !draft.people.some(({ kind }) => kind === 'unknown') &&
    (draft.folder !== 'new' || draft.folderName.trim() !== '');
  const change = (part: Partial<ChannelDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setRefusal(undefined);
  };

  const create = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    try {
      const others = await resolvePicked(chat, draft.people);
      const folderId =
        draft.folder === 'new'
          ? await createFolder(chat, draft.folderName.trim())
          : draft.folder === ''
            ? undefined
            : Number(draft.folder);
      const request = toRequest(draft, {
        userIds: [...new Set([chat.selfId, ...others])],
        folderId,
        canAnnounce: announcements > 0,
      });
      const id = await createChannel(chat, request);
      if (draft.color !== '')
        await changeSubscription(chat, id, [{ property: 'color', value: draft.color }]).catch(() =>
          showToast({ text: t('The channel was created, but its color could not be set.') }),
        );
      endCreation();
      go({ view: 'topics', channelId: id });
    } catch (error) {
      setRefusal(failureText(error));
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    body.current?.requestSubmit();
  };

  return (
    <Dialog
      title={t('New channel')}
      size="medium"
      onClose={endCreation}
      foot={
        <>
          {isMore ? null : (
            <button
              type="button"
              className={`btn plain ${styles['more']}`}
              aria-expanded="false"
              onClick={() => setMore(true)}
            >
              <Icon name="right" isSmall />
              {t('More')}
            </button>
          )}
          <button type="button" className="btn" onClick={endCreation}>
            {t('Cancel')}
          </button>
          <button type="submit" form={form} className="btn primary" disabled={!isReady}>
            {t('Create channel')}
            <kbd className="desk-only">{t('Ctrl Enter')}</kbd>
          </button>
        </>
      }
    >
      <form
        ref={body}
        id={form}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
        {...{ onKeyDown }}
      >
        <Field
          label={t('Name')}
          icon="hash"
          value={draft.name}
          maxLength={chat.state.get().max_stream_name_length}
          // The dialog was asked for, and a channel begins with its name.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          autoComplete="off"
          error={refusal ?? taken}
          help={
            draft.name.trim() === ''
              ? t('Short and plain. It can be changed later.')
              : t('This name is free.')
          }
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Field
          label={t('Description')}
          placeholder={t('Optional: what belongs in here')}
          value={draft.description}
          maxLength={chat.state.get().max_stream_description_length}
          autoComplete="off"
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <PrivacyCards privacy={draft.privacy} onChoose={(privacy) => change({ privacy })} />
        <div className={styles['pair']}>
          <FolderField folder={draft.folder} folderName={draft.folderName} onChange={change} />
          <SelectField
            label={t('Color in your sidebar')}
            value={draft.color}
            options={[{ value: '', name: t('The next free one') }, ...channelColors()]}
            onChange={(color) => change({ color })}
          />
        </div>
        <PeoplePicker
          label={t('People and groups')}
          picked={draft.people}
          help={peopleHelp(new Set([chat.selfId, ...people]).size)}
          onChange={(picked) => change({ people: picked })}
        />
        {announcements > 0 && draft.privacy !== 'private' ? (
          <label className="check">
            <input
              type="checkbox"
              checked={draft.isAnnounced}
              onChange={(event) => change({ isAnnounced: event.currentTarget.checked })}
            />
            <span>
              {t('Announce it in')} <b>{t('{channel} › new channels', { channel: announcedIn })}</b>
            </span>
          </label>
        ) : null}
        {isMore ? <MoreSettings draft={draft} onChange={change} /> : null}
      </form>
    </Dialog>
  );
}

/** How many people the channel begins with. */
function peopleHelp(count: number): string {
  if (count === 1) return t('Only you at first. A pasted list of addresses works too.');
  return t('{people} with you. A pasted list of addresses works too.', {
    people: plural(count, { one: '# person', other: '# people' }),
  });
}
