import type { ReactElement } from 'react';
import { t } from '../../../words/index.ts';
import { BotsBlock } from './bots-block.tsx';
import { useBots } from './use-bots.ts';

/** Bots of the user. */
export function OwnBotsPage(): ReactElement {
  const bots = useBots();
  return (
    <div data-setting="bots">
      <p className="help">
        {t('Programs that write under a name of their own, with a key that you hand out.')}
      </p>
      <BotsBlock bots={bots.filter((bot) => bot.isOwn)} empty={t('You have no bots.')} />
    </div>
  );
}
