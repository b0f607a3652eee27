import { useState, type ReactElement } from 'react';
import { Icon } from '../parts/icon.tsx';
import { useWatched } from '../parts/use-cell.ts';
import { ChannelIcon } from '../screen/channel-icon.tsx';
import { useChat } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import { ComboField } from './combo-field.tsx';
import { suggestChannels, type PlaceChannel } from './complete/suggest-places.ts';
import head from './head.module.css';

export type ChannelFieldProps = {
  readonly channel: PlaceChannel | undefined;
  readonly onPick: (channelId: number) => void;
  readonly onLeave: () => void;
};

/** The channel of a new message: a button that becomes a field. */
export function ChannelField({ channel, onPick, onLeave }: ChannelFieldProps): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const [isChoosing, setChoosing] = useState(channel === undefined);
  const [query, setQuery] = useState('');
  if (channel !== undefined && !isChoosing)
    return (
      <button
        type="button"
        className={head['channel']}
        aria-label={t('Channel: {name}', { name: channel.name })}
        aria-haspopup="listbox"
        onClick={() => setChoosing(true)}
      >
        <ChannelIcon channelId={channel.stream_id} />
        <bdi className="clip">{channel.name}</bdi>
        <Icon name="down" isSmall />
      </button>
    );
  const end = (): void => {
    setQuery('');
    setChoosing(false);
  };
  return (
    <ComboField
      className={`${head['field']} ${head['short']}`}
      label={t('Channel')}
      listLabel={t('Channels')}
      placeholder={t('Channel')}
      value={query}
      isFocused
      preferred={0}
      options={suggestChannels(state, query).map((row) => ({
        ...row,
        pick: () => {
          end();
          onPick(Number(row.key.split(':')[1]));
        },
      }))}
      onChange={setQuery}
      onDone={end}
      onLeave={() => {
        if (channel === undefined) onLeave();
        else end();
      }}
    />
  );
}
