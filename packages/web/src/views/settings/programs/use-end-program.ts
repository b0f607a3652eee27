import { endProgram, type Grant } from '../../../data/actions/grant-actions.ts';
import { ask } from '../../../parts/question-store.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { t } from '../../../words/index.ts';
import { keep } from '../use-save-setting.ts';

/** Ends a program after a question. */
export function useEndProgram(onEnded: () => void): (program: Grant) => Promise<void> {
  const chat = useChat();
  return async ({ id, name, client_id }) => {
    const isSure = await ask({
      title: t('End {name}?', { name }),
      text: [
        client_id === null
          ? t('It stops at once. To use it again, it needs a new token.')
          : t('It stops at once. To use it again, it must be allowed again.'),
      ],
      yes: t('End'),
      no: t('Keep'),
      isDanger: true,
    });
    if (isSure && (await keep(t('Program ended: {name}', { name }), endProgram(chat, id)))) onEnded();
  };
}
