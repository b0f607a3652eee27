import type { SettingName, SettingValue } from '../../data/chat.ts';
import { showKept } from '../../parts/kept-store.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';

/** Saves a setting at once; the head tells it in words, with a way back. */
export function useSaveSetting(): (
  name: SettingName,
  value: SettingValue,
  textOf: (value: SettingValue) => string,
) => Promise<void> {
  const chat = useChat();
  return async (name, value, textOf) => {
    const before = chat.state.get().user_settings?.[name] ?? null;
    if (before === value || !(await chat.actions.setSetting(name, value))) return;
    showKept({
      text: textOf(value),
      ...(before === null ? {} : { undo: () => void chat.actions.setSetting(name, before) }),
    });
  };
}

/** Makes a change that is no setting by name; a refusal becomes a toast. */
export async function keep(
  text: string,
  change: Promise<unknown>,
  undo?: () => Promise<unknown>,
): Promise<boolean> {
  if (!(await attempt(change))) return false;
  showKept({ text, ...(undo === undefined ? {} : { undo: () => void attempt(undo()) }) });
  return true;
}
