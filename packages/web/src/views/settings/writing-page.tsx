import type { ReactElement } from 'react';
import { RadioCards } from '../../parts/radio-cards.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { SettingGroups } from './setting-groups.tsx';
import { writingGroups } from './setting-tables.ts';
import { useSaveSetting } from './use-save-setting.ts';

/** The key that sends, and what happens while one writes and afterwards. */
export function WritingPage(): ReactElement {
  const chat = useChat();
  const save = useSaveSetting();
  const enterSends = useSelect(chat.state, (state) => state.user_settings?.enter_sends === true);
  return (
    <>
      <p className="help">{t('Changes are saved at once.')}</p>
      <div className="block" data-setting="enter_sends">
        <RadioCards
          label={t('Enter')}
          chosen={enterSends ? 'sends' : 'breaks'}
          onChoose={(chosen) =>
            void save('enter_sends', chosen === 'sends', (isOn) =>
              isOn === true ? t('Enter sends') : t('Enter makes a new line'),
            )
          }
          cards={[
            {
              value: 'sends',
              name: t('Enter sends'),
              about: t('Shift Enter makes a new line. A keyboard on the screen keeps its new line.'),
              icon: 'send',
            },
            {
              value: 'breaks',
              name: t('Enter makes a new line'),
              about: t('Ctrl Enter sends. Good for long messages.'),
              icon: 'text',
            },
          ]}
        />
      </div>
      <SettingGroups groups={writingGroups()} />
    </>
  );
}
