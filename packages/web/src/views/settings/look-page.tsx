import { useId, type ReactElement } from 'react';
import { Choices } from '../../parts/choices.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useCell } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { changeLook, DENSITIES, look, TEXT_SIZES, THEMES } from '../../screen/look-store.ts';
import { densityName, themeName } from '../menus/own-menu.ts';
import { SettingLine } from './setting-groups.tsx';
import { languageEntry } from './setting-tables.ts';

/** The language of the account; theme, density and text size of this device. */
export function LookPage(): ReactElement {
  const { theme, density, textSize, hasCards } = useCell(look);
  return (
    <>
      <SettingLine entry={languageEntry()} />
      <p className="help">{t('Kept on this device only: other browsers of yours have their own look.')}</p>
      <LookLine
        id="theme"
        label={t('Theme')}
        options={THEMES}
        chosen={theme}
        nameOf={themeName}
        onChoose={(next) => changeLook({ theme: next })}
      />
      <LookLine
        id="density"
        label={t('Density')}
        options={DENSITIES}
        chosen={density}
        nameOf={densityName}
        onChoose={(next) => changeLook({ density: next })}
      />
      <LookLine
        id="text-size"
        label={t('Text size')}
        options={TEXT_SIZES}
        chosen={textSize}
        nameOf={(size) => `${size} px`}
        onChoose={(next) => changeLook({ textSize: next })}
      />
      <div data-setting="cards">
        <Switch isOn={hasCards} onChange={(next) => changeLook({ hasCards: next })}>
          {t('Cards of linked pages are shown')}
        </Switch>
      </div>
    </>
  );
}

function LookLine<T extends string | number>({
  id: setting,
  label,
  ...choices
}: {
  readonly id: string;
  readonly label: string;
  readonly options: readonly T[];
  readonly chosen: T;
  readonly nameOf: (option: T) => string;
  readonly onChoose: (option: T) => void;
}): ReactElement {
  const id = useId();
  return (
    <div className="line" data-setting={setting}>
      <span id={id}>{label}</span>
      <Choices aria-labelledby={id} {...choices} />
    </div>
  );
}
