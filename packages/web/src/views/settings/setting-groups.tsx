import type { ReactElement } from 'react';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { changeText, SettingControl } from './setting-control.tsx';
import type { SettingEntry, SettingGroup } from './setting-tables.ts';
import { useSaveSetting } from './use-save-setting.ts';

export function SettingGroups({ groups }: { readonly groups: readonly SettingGroup[] }): ReactElement {
  return (
    <>
      {groups.map(({ title, entries }) => (
        <section key={title} className="block">
          <h3>{title}</h3>
          {entries.map((entry) => (
            <SettingLine key={entry.name} entry={entry} />
          ))}
        </section>
      ))}
    </>
  );
}

/** A setting that is saved at once. */
export function SettingLine({ entry }: { readonly entry: SettingEntry }): ReactElement | null {
  const chat = useChat();
  const save = useSaveSetting();
  const value = useSelect(chat.state, (state) => state.user_settings?.[entry.name]);
  if (value === undefined) return null;
  return (
    <SettingControl
      {...entry}
      value={value}
      onChange={(next) => {
        if (next !== null) void save(entry.name, next, (shown) => changeText(entry, shown));
      }}
    />
  );
}
