import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import type { SettingEntry, SettingGroup } from './setting-tables.ts';
import { switchText, useSaveSetting } from './use-save-setting.ts';

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
  const { name, label, help, choices } = entry;
  const value = useSelect(chat.state, (state) => state.user_settings?.[name]);
  if (value === undefined) return null;
  const words = (
    <>
      {label}
      {help === undefined ? null : <span className="help">{help}</span>}
    </>
  );
  if (choices === undefined)
    return (
      <div data-setting={name}>
        <Switch
          isOn={value === true}
          onChange={(isOn) => void save(name, isOn, (next) => switchText(label, next === true))}
        >
          {words}
        </Switch>
      </div>
    );
  const at = choices.findIndex((choice) => choice.value === value);
  return (
    <label className="line" data-setting={name}>
      <span>{words}</span>
      <span className="field">
        <select
          aria-label={label}
          value={at}
          onChange={(event) => {
            const chosen = choices[Number(event.currentTarget.value)];
            if (chosen !== undefined)
              void save(
                name,
                chosen.value,
                (next) => `${label}: ${choices.find((one) => one.value === next)?.name ?? ''}`,
              );
          }}
        >
          {at === -1 ? <option value={-1}>{t('Not chosen')}</option> : null}
          {choices.map((choice, index) => (
            <option key={String(choice.value)} value={index}>
              {choice.name}
            </option>
          ))}
        </select>
        <Icon name="down" isSmall />
      </span>
    </label>
  );
}
