import type { MenuEntry, MenuGroup } from '../../parts/surface-props.ts';
import { t } from '../../words/index.ts';
import type { ChatScreen } from '../../screen/chat-context.ts';
import { pauseMenu } from '../pause/pause-menu.ts';
import { changeLook, DENSITIES, look, TEXT_SIZES, THEMES, type Look } from '../../screen/look-store.ts';

/** Settings of the user that are changed often, and the way to the others. */
export function ownMenu(
  screen: ChatScreen,
  openDialog: (dialog: 'status' | 'sessions') => void,
): MenuGroup[] {
  return [
    {
      entries: [
        { id: 'status', label: t('Set a status'), icon: 'smile', run: () => openDialog('status') },
        {
          id: 'settings',
          label: t('All settings'),
          icon: 'sliders',
          run: () => screen.go({ view: 'settings', page: '' }),
        },
        { id: 'sessions', label: t('Devices'), icon: 'device', run: () => openDialog('sessions') },
      ],
    },
    pauseMenu(screen.chat),
    enterMenu(screen),
    ...lookMenu(),
    { entries: [{ id: 'log-out', label: t('Log out'), icon: 'out', run: () => void screen.logOut() }] },
  ];
}

/** The writing setting that is changed most often, two clicks away. */
function enterMenu({ chat }: ChatScreen): MenuGroup {
  const isOn = chat.state.get().user_settings?.enter_sends === true;
  const entry = (id: string, label: string, value: boolean): MenuEntry => ({
    id,
    label,
    isChecked: isOn === value,
    run: () => void chat.actions.setSetting('enter_sends', value),
  });
  return {
    title: t('Enter'),
    entries: [entry('enter-sends', t('Enter sends'), true), entry('enter-breaks', t('New line'), false)],
  };
}

/** Theme, density and text size. */
export function lookMenu(): MenuGroup[] {
  const { theme, density, textSize } = look.get();
  const sizeAt = TEXT_SIZES.indexOf(textSize);
  const size =
    (step: number): MenuEntry['run'] =>
    () => {
      const next = TEXT_SIZES[sizeAt + step];
      if (next !== undefined) changeLook({ textSize: next });
    };
  return [
    {
      title: t('Theme'),
      entries: THEMES.map((one) => choice(`theme-${one}`, themeName(one), one === theme, { theme: one })),
    },
    {
      title: t('Density'),
      entries: DENSITIES.map((one) =>
        choice(`density-${one}`, densityName(one), one === density, { density: one }),
      ),
    },
    {
      title: t('Text size'),
      entries: [
        {
          id: 'larger',
          label: t('Larger'),
          icon: 'plus',
          meta: `${textSize} px`,
          isDisabled: sizeAt === TEXT_SIZES.length - 1,
          run: size(1),
        },
        { id: 'smaller', label: t('Smaller'), icon: 'text', isDisabled: sizeAt === 0, run: size(-1) },
      ],
    },
  ];
}

export function themeName(theme: Look['theme']): string {
  return {
    system: t('Like the system'),
    light: t('Light'),
    dark: t('Dark'),
    contrast: t('High contrast'),
  }[theme];
}

export function densityName(density: Look['density']): string {
  return { compact: t('Compact'), normal: t('Normal'), roomy: t('Roomy') }[density];
}

function choice(id: string, label: string, isChecked: boolean, change: Partial<Look>): MenuEntry {
  return { id, label, isChecked, run: () => changeLook(change) };
}
