import { memo, type ReactElement } from 'react';
import type { Cell } from '../data/cell.ts';
import type { ContentSettings } from '../content/settings.ts';
import { MessageRow } from '../message/message-row.tsx';
import { PendingRow } from '../message/pending-row.tsx';
import { useSelect } from '../parts/use-cell.ts';
import { DayLine, GapLine, SinceLine } from './day-line.tsx';
import type { ListItem, MessageItem } from './items.ts';
import { PlaceLine } from './place-line.tsx';

export type ListRowProps = {
  readonly item: ListItem;
  readonly prefix: string;
  readonly settings: ContentSettings;
  /** Id of the row with the strip of actions. */
  readonly hot: Cell<string | undefined>;
};

export function ListRow({ item, prefix, settings, hot }: ListRowProps): ReactElement {
  switch (item.kind) {
    case 'day':
      return <DayLine timestamp={item.timestamp} />;
    case 'since':
      return <SinceLine before={item.before} after={item.after} settings={settings} />;
    case 'gap':
      return <GapLine />;
    case 'place':
      return <PlaceLine message={item.message} elementId={`${prefix}${item.message.id}-place`} />;
    case 'pending':
      return <PendingRow entry={item.entry} isFirst={item.isFirst} settings={settings} />;
    case 'message':
      return (
        <MemoizedRow
          id={item.id}
          isFirst={item.isFirst}
          opensDay={item.opensDay}
          prefix={prefix}
          settings={settings}
          hot={hot}
        />
      );
  }
}

type HotRowProps = Pick<MessageItem, 'id' | 'isFirst' | 'opensDay'> &
  Pick<ListRowProps, 'prefix' | 'settings' | 'hot'>;

const MemoizedRow = memo(function HotRow({ hot, ...props }: HotRowProps): ReactElement {
  const isHot = useSelect(hot, (id) => id === `${props.id}`);
  return <MessageRow {...props} isHot={isHot} />;
});
