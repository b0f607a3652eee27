import type { ReactElement } from 'react';
import type { Door } from '../../data/session/door.ts';
import { Icon } from '../../parts/icon.tsx';
import { listOf, t } from '../../words/index.ts';
import styles from './join-page.module.css';

export type InvitationFactsProps = { readonly invitation: NonNullable<Door['invitation']> };

/** Facts of an invitation: the words of its sender, the channels, and what channels are. */
export function InvitationFacts({ invitation }: InvitationFactsProps): ReactElement {
  const { text, channels } = invitation;
  const names = listOf(channels);
  return (
    <>
      {text === null || text.trim() === '' ? null : (
        <blockquote className={styles['words']}>
          <bdi>{text}</bdi>
        </blockquote>
      )}
      {channels.length === 0 ? null : (
        <div className="note">
          <Icon name="hash" />
          <bdi>{t('You read {names}.', { names })}</bdi>
        </div>
      )}
      <p className="help">
        {t(
          'A channel is a room for a group. Every message in it belongs to a topic, so you can read one matter at a time.',
        )}
      </p>
    </>
  );
}
