import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Switch } from '../../parts/switch.tsx';
import { WhoMay } from '../../parts/who-may.tsx';
import { t } from '../../words/index.ts';

export type ControlChoice<V> = { readonly value: V; readonly name: string };

export type SettingControlProps<V extends string | number | boolean | null> = {
  /** Name of the setting, by which the search finds its line. */
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** The last change in words: author and day. */
  readonly changed?: string | undefined;
  /** A setting without choices is a switch. */
  readonly choices?: readonly ControlChoice<V | boolean>[] | undefined;
  readonly value: V;
  /** Words for a value that is not among the choices. */
  readonly otherName?: string;
  /** Names those who may change it instead of this user. */
  readonly whoMay?: string | undefined;
  readonly onChange: (value: V | boolean) => void;
};

/** A line with a switch or a choice, saved at once. */
export function SettingControl<V extends string | number | boolean | null>(
  props: SettingControlProps<V>,
): ReactElement {
  const { name, label, help, choices, value, whoMay, otherName = t('Not chosen'), onChange, changed } = props;
  const isDisabled = whoMay !== undefined;
  const words = (
    <>
      {label}
      {help === undefined ? null : <span className="help">{help}</span>}
      {changed === undefined ? null : <span className="help">{changed}</span>}
      {whoMay === undefined ? null : <WhoMay>{whoMay}</WhoMay>}
    </>
  );
  if (choices === undefined)
    return (
      <div data-setting={name}>
        <Switch isOn={value === true} isDisabled={isDisabled} onChange={onChange}>
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
          disabled={isDisabled}
          value={at}
          onChange={(event) => {
            const chosen = choices[Number(event.currentTarget.value)];
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {at === -1 ? <option value={-1}>{otherName}</option> : null}
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

/** Words that tell of a change: `Enter sends: on`. */
export function changeText<V>(
  { label, choices }: { readonly label: string; readonly choices?: readonly ControlChoice<V>[] | undefined },
  value: V,
): string {
  if (choices === undefined)
    return value === true ? t('{label}: on', { label }) : t('{label}: off', { label });
  return `${label}: ${choices.find((choice) => choice.value === value)?.name ?? ''}`;
}
