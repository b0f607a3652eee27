import { useLayoutEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';
import styles from './picker-list.module.css';
import optionStyles from './option.module.css';
import popover from './popover.module.css';

export type PickerChip = {
  readonly key: string;
  readonly name: string;
  readonly sign?: ReactNode;
  /** A part of a list that fits nothing. */
  readonly isBad?: boolean;
};

export type PickerOption = PickerChip & {
  /** Quiet text behind the name. */
  readonly detail?: string | undefined;
};

export type PickerListProps = {
  readonly id: string;
  readonly label: string;
  /** The list stands below this element, or above it where there is no room. */
  readonly field: RefObject<HTMLElement | null>;
  readonly options: readonly PickerOption[];
  readonly current: number;
  readonly onPick: (option: PickerOption) => void;
  readonly onPoint: (index: number) => void;
};

const GAP_PX = 4;
const MIN_OPTION_PX = 36;

/** Options of a picker, over everything, because dialogs and panels cut off what hangs out of them. */
export function PickerList(props: PickerListProps): ReactElement {
  const { id, label, field, options, current, onPick, onPoint } = props;
  const list = useRef<HTMLDivElement>(null);
  const { length } = options;
  useLayoutEffect(() => {
    const place = (): void => {
      const at = field.current?.getBoundingClientRect();
      if (at === undefined || list.current === null) return;
      const { style } = list.current;
      const below = globalThis.innerHeight - at.bottom;
      const isAbove = below < length * MIN_OPTION_PX && at.top > below;
      style.left = `${at.left}px`;
      style.width = `${at.width}px`;
      style.maxHeight = `${(isAbove ? at.top : below) - 2 * GAP_PX}px`;
      style.top = isAbove ? 'auto' : `${at.bottom + GAP_PX}px`;
      style.bottom = isAbove ? `${globalThis.innerHeight - at.top + GAP_PX}px` : 'auto';
    };
    list.current?.showPopover();
    place();
    globalThis.addEventListener('scroll', place, true);
    globalThis.addEventListener('resize', place);
    return () => {
      globalThis.removeEventListener('scroll', place, true);
      globalThis.removeEventListener('resize', place);
    };
  }, [field, length]);
  return (
    <div
      ref={list}
      popover="manual"
      className={`${popover['popover']} ${styles['list']}`}
      role="listbox"
      id={id}
      aria-label={label}
    >
      {options.map((option, index) => (
        <button
          type="button"
          key={option.key}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={optionStyles['option']}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
          onMouseMove={() => onPoint(index)}
        >
          {option.sign}
          <bdi className="clip">{option.name}</bdi>
          {option.detail === undefined ? null : <span className={optionStyles['meta']}>{option.detail}</span>}
        </button>
      ))}
    </div>
  );
}
