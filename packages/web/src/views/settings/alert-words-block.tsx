import { useState, type ReactElement } from 'react';
import { addAlertWords, removeAlertWords } from '../../data/actions/personal-actions.ts';
import { Picker } from '../../parts/picker.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { keep } from './use-save-setting.ts';

/** Words that count as a mention of the user. */
export function AlertWordsBlock(): ReactElement {
  const chat = useChat();
  const words = useSelect(chat.state, (state) => state.alert_words) ?? [];
  const [query, setQuery] = useState('');
  const add = (added: readonly string[]): void => {
    if (added.length === 0) return;
    void keep(t('Alert words: {words}', { words: added.join(', ') }), addAlertWords(chat, added), () =>
      removeAlertWords(chat, added),
    );
  };
  const remove = (word: string): void =>
    void keep(t('No alert for {word}', { word }), removeAlertWords(chat, [word]), () =>
      addAlertWords(chat, [word]),
    );
  return (
    <section className="block" data-setting="alert-words">
      <h3>{t('Alert words')}</h3>
      <Picker
        label={t('Alert words')}
        isLabelHidden
        placeholder={t('Add a word')}
        help={t('A message with one of them notifies you as a mention does.')}
        chips={words.map((word) => ({ key: word, name: word }))}
        query={query}
        options={[]}
        onQuery={setQuery}
        onAdd={({ name }) => add([name])}
        onRemove={remove}
        onList={(parts) => add(parts.filter((part) => part !== '' && !words.includes(part)))}
      />
    </section>
  );
}
