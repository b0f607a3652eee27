import { readImports } from '../../../data/actions/import-actions.ts';
import { readRealmExports } from '../../../data/actions/realm-exports.ts';
import { readSubscriptions } from '../../../data/actions/subscription-actions.ts';
import type { Chat } from '../../../data/chat.ts';
import { now } from '../../../data/clock.ts';
import type { IconName } from '../../../parts/icons.ts';
import { shortDay } from '../../../words/dates.ts';
import { t } from '../../../words/index.ts';
import { sourceName } from '../data/imports/import-words.ts';
import { shortAddress } from '../integrations/events/subscription-words.ts';

/** A thing that waits for a decision, with its page. */
export type Concern = {
  readonly id: string;
  readonly icon: IconName;
  readonly text: string;
  readonly page: string;
  readonly action: string;
};

/** Subscriptions that fail, imports that wait and exports that are ready; each for those who may see them. */
export async function readConcerns(chat: Chat): Promise<readonly Concern[]> {
  const { is_admin: isAdministrator, is_owner: isOwner } = chat.state.get();
  const [subscriptions, exports, imports] = await Promise.all([
    readSubscriptions(chat),
    isAdministrator === true ? readRealmExports(chat) : [],
    isOwner === true ? readImports(chat) : [],
  ]);
  return [
    ...subscriptions
      .filter(({ state }) => state !== 'running')
      .map(({ id, url, state }) => ({
        id: `subscription ${id}`,
        icon: 'alert' as const,
        text:
          state === 'failing'
            ? t('An event subscription is failing: {name}', { name: shortAddress(url) })
            : t('An event subscription is paused: {name}', { name: shortAddress(url) }),
        page: 'integrations/events',
        action: t('Have a look'),
      })),
    ...imports
      .filter(({ state }) => state === 'checked' || state === 'receiving' || state === 'failed')
      .map(({ id, source }) => ({
        id: `import ${id}`,
        icon: 'forward' as const,
        text: t('An import from {source} waits for you', { source: sourceName(source) }),
        page: `data/import/${id}`,
        action: t('Have a look'),
      })),
    ...exports
      .filter(({ export_url: url }) => url !== null)
      .map(({ id, export_time: at }) => ({
        id: `export ${id}`,
        icon: 'disk' as const,
        text: t('An export is ready: {day}', { day: shortDay(at, now()) }),
        page: 'data',
        action: t('Data'),
      })),
  ];
}
