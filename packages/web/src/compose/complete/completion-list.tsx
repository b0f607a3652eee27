import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Marked } from '../../parts/marked.tsx';
import { Picture } from '../../parts/picture.tsx';
import { t } from '../../words/index.ts';
import type { Suggestion, SuggestionSign } from './suggestion.ts';
import type { Trigger } from './trigger.ts';
import type { Completion } from './use-completion.ts';
import pictures from '../../parts/picture.module.css';
import optionStyles from '../../parts/option.module.css';
import popover from '../../parts/popover.module.css';

/** Options above the box; the focus stays in the text. */
export function CompletionList({ completion }: { readonly completion: Completion }): ReactElement | null {
  const { id, kind, suggestions, current, accept, point } = completion;
  if (kind === undefined || suggestions.length === 0) return null;
  return (
    <div
      className={`${popover['popover']} ${popover['over']}`}
      role="listbox"
      id={id}
      aria-label={labelOf(kind)}
    >
      {suggestions.map((suggestion, index) => (
        <SuggestionRow
          key={suggestion.key}
          id={`${id}-${index}`}
          suggestion={suggestion}
          isCurrent={index === current}
          onAccept={() => accept(index)}
          onPoint={() => point(index)}
        />
      ))}
    </div>
  );
}

export type SuggestionRowProps = {
  readonly id: string;
  readonly suggestion: Omit<Suggestion, 'insert'>;
  readonly isCurrent: boolean;
  readonly onAccept: () => void;
  readonly onPoint: () => void;
};

export function SuggestionRow({
  id,
  suggestion,
  isCurrent,
  onAccept,
  onPoint,
}: SuggestionRowProps): ReactElement {
  const { sign, title, marks, detail, meta, isUnnamed = false } = suggestion;
  return (
    <button
      type="button"
      className={optionStyles['option']}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isCurrent}
      // A press must not take the focus out of the text.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={isCurrent ? undefined : onPoint}
      onClick={onAccept}
    >
      <Sign sign={sign} />
      <span className={optionStyles['words']}>
        <span>{isUnnamed ? <i>{title}</i> : <Marked text={title} ranges={marks} />}</span>
        {detail === undefined ? null : <span className="quiet">{detail}</span>}
      </span>
      {meta === undefined ? null : <span className={optionStyles['meta']}>{meta}</span>}
    </button>
  );
}

function Sign({ sign }: { readonly sign: SuggestionSign }): ReactElement {
  switch (sign.kind) {
    case 'user':
      return (
        <Picture userId={sign.userId} name={sign.name} url={sign.url} size={24} presence={sign.presence} />
      );
    case 'group':
      return (
        <span className={`${pictures['group']} ${pictures['size-24']}`} aria-hidden="true">
          <Icon name="people" isSmall />
        </span>
      );
    case 'icon':
      return sign.hue === undefined ? <Icon name={sign.icon} /> : <Icon name={sign.icon} hue={sign.hue} />;
    case 'emoji':
      return (
        <span className={optionStyles['emoji']} aria-hidden="true">
          {sign.url === undefined ? sign.text : <img src={sign.url} alt="" />}
        </span>
      );
  }
}

function labelOf(kind: Trigger['kind']): string {
  switch (kind) {
    case 'user':
      return t('People and groups');
    case 'channel':
      return t('Channels');
    case 'topic':
      return t('Topics');
    case 'emoji':
      return t('Emoji');
    case 'language':
      return t('Languages');
    case 'command':
      return t('Commands');
  }
}
