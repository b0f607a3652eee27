import type { ReactElement } from 'react';
import type { CommandId } from '../../keys/command-keys.ts';
import { commandOf } from '../../keys/commands.ts';
import { strokeText } from '../../keys/stroke-text.ts';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { t } from '../../words/index.ts';
import type { CardFate } from './deck.ts';
import styles from './deck-actions.module.css';

export type DeckActionsProps = {
  readonly canMute: boolean;
  readonly canGoBack: boolean;
  readonly onAct: (fate: Exclude<CardFate, 'open'>) => void;
  readonly onBack: () => void;
};

/** One button and one key for each decision. */
export function DeckActions({ canMute, canGoBack, onAct, onBack }: DeckActionsProps): ReactElement {
  return (
    <div className={styles['actions']}>
      <div
        className={`wrap ${styles['line']}`}
        role="toolbar"
        aria-label={t('Decide about this conversation')}
      >
        <Action icon="left" label={t('Back')} keys="edit-last" isDisabled={!canGoBack} onPress={onBack} />
        <span className={`grow ${styles['space']}`} />
        <Action icon="right" label={t('Skip')} keys="next-unread" onPress={() => onAct('skipped')} />
        <Action
          icon="mute"
          label={t('Mute')}
          keys="topic-visibility"
          isDisabled={!canMute}
          onPress={() => onAct('muted')}
        />
        <Action icon="later" label={t('Later')} keys="later" onPress={() => onAct('later')} />
        <Action icon="check" label={t('Done')} keys="done" isPrimary onPress={() => onAct('done')} />
      </div>
    </div>
  );
}

function Action(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly keys: CommandId;
  readonly isPrimary?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}): ReactElement {
  const { icon, label, keys, isPrimary = false, isDisabled = false, onPress } = props;
  return (
    <button
      type="button"
      className={isPrimary ? 'btn primary' : 'btn'}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={icon} />
      {label}
      <kbd className="desk-only">{strokeText(commandOf(keys).keys[0] ?? '')}</kbd>
    </button>
  );
}
