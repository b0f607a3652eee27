import { memo, useEffect, useMemo, type ReactElement } from 'react';
import type { EmojiChoice } from './emoji-groups.ts';
import styles from './emoji-picker.module.css';

export type EmojiGridProps = {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly EmojiChoice[];
  readonly columns: number;
  readonly current: number;
  readonly onPick: (choice: EmojiChoice) => void;
  readonly onPoint: (index: number) => void;
};

/** Focus stays in the search field; the current cell is its active descendant. */
export function EmojiGrid(props: EmojiGridProps): ReactElement {
  const { id, label, choices, columns, current, onPick, onPoint } = props;
  const rows = useMemo(() => rowsOf(choices, columns), [choices, columns]);

  useEffect(() => {
    if (rows.length > 0)
      document.querySelector(`#${CSS.escape(`${id}-${current}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current, rows]);

  return (
    <div className={styles['grid']} role="grid" translate="no" id={`${id}-grid`} aria-label={label}>
      {rows.map((row, index) => (
        <Row
          key={row[0]?.code ?? index}
          id={id}
          row={row}
          start={index * columns}
          current={Math.floor(current / columns) === index ? current % columns : undefined}
          onPick={onPick}
          onPoint={onPoint}
        />
      ))}
    </div>
  );
}

type RowProps = {
  readonly id: string;
  readonly row: readonly EmojiChoice[];
  readonly start: number;
  readonly current: number | undefined;
  readonly onPick: (choice: EmojiChoice) => void;
  readonly onPoint: (index: number) => void;
};

const Row = memo(
  ({ id, row, start, current, onPick, onPoint }: RowProps): ReactElement => (
    <div role="row">
      {row.map((choice, column) => (
        <button
          key={choice.code}
          id={`${id}-${start + column}`}
          type="button"
          role="gridcell"
          tabIndex={-1}
          className={column === current ? styles['current'] : undefined}
          aria-selected={column === current}
          aria-label={choice.name.replaceAll('_', ' ')}
          onClick={() => onPick(choice)}
          onPointerMove={column === current ? undefined : () => onPoint(start + column)}
        >
          {choice.url === undefined ? choice.text : <img src={choice.url} alt="" loading="lazy" />}
        </button>
      ))}
    </div>
  ),
  (before, after) =>
    before.row === after.row && before.current === after.current && before.start === after.start,
);

function rowsOf(choices: readonly EmojiChoice[], columns: number): readonly (readonly EmojiChoice[])[] {
  const rows: EmojiChoice[][] = [];
  for (let at = 0; at < choices.length; at += columns) rows.push(choices.slice(at, at + columns));
  return rows;
}
