import { useMemo, useState, type ReactElement } from 'react';
import { Picker } from '../../parts/picker.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { matchText } from '../../words/match.ts';
import { firstChannelIds, invitableChannels } from './invite-choices.ts';

export type ChannelPickerProps = {
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
};

const MAX_OPTIONS = 8;

/** Channels that the invited are put into, with a warning without any. */
export function ChannelPicker({ ids, onChange }: ChannelPickerProps): ReactElement {
  const chat = useChat();
  const [query, setQuery] = useState('');
  const subscriptions = useSelect(chat.state, (state) => state.subscriptions);
  const others = useSelect(chat.state, (state) => state.never_subscribed);
  const channels = useMemo(
    () => invitableChannels(chat.state.get()),
    // oxlint-disable-next-line react/exhaustive-deps -- the lists are what changes
    [chat, subscriptions, others],
  );
  const chips = channels
    .filter(({ stream_id: id }) => ids.includes(id))
    .map(({ stream_id: id, name }) => ({
      key: String(id),
      name,
      sign: <ChannelIcon channelId={id} isSmall />,
    }));
  const options = channels
    .filter(({ stream_id: id, name }) => !ids.includes(id) && matchText(query, name) !== undefined)
    .slice(0, MAX_OPTIONS)
    .map(({ stream_id: id, name }) => ({
      key: String(id),
      name,
      sign: <ChannelIcon channelId={id} isSmall />,
    }));
  const take = (names: readonly string[]): void => {
    const found = channels.filter(({ name }) =>
      names.some((wanted) => wanted.toLowerCase() === name.toLowerCase()),
    );
    onChange([...new Set([...ids, ...found.map(({ stream_id: id }) => id)])]);
  };
  return (
    <>
      <Picker
        label={t('Channels')}
        placeholder={t('Add a channel')}
        error={ids.length === 0 ? t('Without a channel they see an empty organization.') : undefined}
        help={t('They read these from the first day.')}
        chips={chips}
        query={query}
        options={options}
        onQuery={setQuery}
        onAdd={({ key }) => onChange([...ids, Number(key)])}
        onRemove={(key) => onChange(ids.filter((id) => String(id) !== key))}
        onList={take}
      />
      {ids.length === 0 ? (
        <p className="help">
          <button type="button" className="lk" onClick={() => onChange(firstChannelIds(chat.state.get()))}>
            {t('Take the default ones')}
          </button>
        </p>
      ) : null}
    </>
  );
}
