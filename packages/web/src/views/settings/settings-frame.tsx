import { Suspense, useEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';
import { GuideLink } from '../../parts/guide-link.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { KeptLine } from '../../parts/kept-line.tsx';
import { useKeptFocus } from '../../parts/use-kept-focus.ts';
import { PHONE_QUERY, useMedia } from '../../parts/use-media.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { t } from '../../words/index.ts';
import { BackButton } from '../back-button.tsx';
import { useChatScreen } from '../../screen/chat-context.ts';
import { SettingsMenu, type SettingsKind } from './settings-menu.tsx';
import styles from './settings-frame.module.css';

export type SettingsFrameProps = {
  readonly kind: SettingsKind;
  /** Id of a page, with the name of a setting behind a slash; empty for the first page, and for the menu on phones. */
  readonly page: string;
  /** The content of the menu below the pages. */
  readonly children?: ReactNode;
};

/** Pages of settings with their menu, and the last change with a way back in the head. */
export function SettingsFrame({ kind, page, children }: SettingsFrameProps): ReactElement {
  const { go } = useChatScreen();
  const isPhone = useMedia(PHONE_QUERY);
  const [id = '', setting] = page.split('/');
  const { title, pages } = kind;
  // A phone has no room for the menu beside a page, so it is a page of its own.
  const isMenu = isPhone && id === '';
  const chosen = isMenu ? undefined : id === '' ? pages[0] : pages.find((one) => one.id === id);
  const pane = useRef<HTMLDivElement>(null);
  useFoundSetting(pane, id, setting);
  useKeptFocus(pane);
  const Effect = chosen?.Effect;
  const frame = [
    styles['settings'],
    isMenu ? styles['menu-only'] : '',
    Effect === undefined ? '' : styles['three'],
  ];
  return (
    <>
      <header className="top wide has-back">
        <div className="wrap full">
          <BackButton />
          <div className="title">
            <h1>{title}</h1>
          </div>
          <div className="acts">
            <KeptLine />
            <IconButton
              icon="x"
              label={t('Close')}
              className="desk-only"
              onClick={() => go({ view: 'inbox' })}
            />
          </div>
        </div>
      </header>
      <div className={frame.filter(Boolean).join(' ')}>
        {isPhone && !isMenu ? null : (
          <SettingsMenu kind={kind} chosen={chosen?.id}>
            {children}
          </SettingsMenu>
        )}
        {isMenu ? null : (
          <div className={styles['pane']} ref={pane}>
            <div
              className={chosen?.isWide === true ? `${styles['inner']} ${styles['wide']}` : styles['inner']}
            >
              {chosen === undefined ? (
                <p className="note">{t('There is no settings page “{page}”.', { page })}</p>
              ) : (
                <section
                  key={chosen.id}
                  className={styles['page']}
                  aria-label={chosen.name}
                  // A page without controls is scrolled by keys too.
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                  tabIndex={kind.isReadOnly === true ? 0 : undefined}
                >
                  <h2>{chosen.name}</h2>
                  <GuideLink page={chosen.guide} className={styles['guide']}>
                    {t('Help')}
                  </GuideLink>
                  <Suspense fallback={<Waiting kind="lines" />}>
                    <chosen.Content />
                  </Suspense>
                </section>
              )}
            </div>
          </div>
        )}
        {Effect === undefined ? null : (
          <aside
            className={
              chosen?.keepsEffect === true ? `${styles['effect']} ${styles['kept']}` : styles['effect']
            }
            aria-label={chosen?.effectName}
          >
            <Suspense>
              <Effect />
            </Suspense>
          </aside>
        )}
      </div>
    </>
  );
}

/** Shows the setting that was looked for, as soon as its page is there. */
function useFoundSetting(
  pane: RefObject<HTMLElement | null>,
  pageId: string,
  setting: string | undefined,
): void {
  useEffect(() => {
    const root = pane.current;
    if (root === null || setting === undefined || pageId === '') return;
    const show = (): boolean => {
      const line = root.querySelector<HTMLElement>(`[data-setting="${CSS.escape(setting)}"]`);
      if (line === null) return false;
      line.scrollIntoView({ block: 'center' });
      line.querySelector<HTMLElement>('input, select, button, textarea, a')?.focus();
      return true;
    };
    if (show()) return;
    const watch = new MutationObserver(() => {
      if (show()) watch.disconnect();
    });
    watch.observe(root, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [pane, setting, pageId]);
}
