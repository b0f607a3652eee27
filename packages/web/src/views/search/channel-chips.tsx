import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { t } from '../../words/index.ts';

export function channelOfMessage(message: Message): number {
  return message.kind === 'channel' ? message.stream_id : DIRECT;
}

/** Stands for direct messages among ids of channels. */
const DIRECT = 0;

/** The channels of messages, with counts, to choose one of them. */
export function ChannelChips(props: {
  readonly messages: readonly Message[];
  readonly chosen: number | undefined;
  readonly onChoose: (channelId: number | undefined) => void;
}): ReactElement | null {
  const { messages, chosen, onChoose } = props;
  const counts = new Map<number, { readonly name: string; readonly count: number }>();
  for (const message of messages) {
    const id = channelOfMessage(message);
    const name = message.kind === 'channel' ? message.channel.name : t('Direct messages');
    counts.set(id, { name, count: (counts.get(id)?.count ?? 0) + 1 });
  }
  if (counts.size < 2) return null;
  const sorted = [...counts].toSorted(([, a], [, b]) => b.count - a.count);
  return (
    <div className="chips scrollx grow" role="group" aria-label={t('By channel')}>
      <button
        type="button"
        className="chip"
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        {t('All')}
      </button>
      {sorted.map(([id, { name, count }]) => (
        <button
          key={id}
          type="button"
          className="chip"
          aria-pressed={chosen === id}
          onClick={() => onChoose(id)}
        >
          {name} <span className="quiet num">{count}</span>
        </button>
      ))}
    </div>
  );
}
