import {
  Suspense,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { lazyPart } from './lazy-part.ts';
import { explainMissingPart } from './new-version.ts';
import type { MenuGroup, MenuPlacement, MenuProps } from './surface-props.ts';
import styles from './menu.module.css';

const MenuSurface = lazyPart(() => import('./menu-surface.tsx').then((module) => module.MenuSurface));

/** Loads the chunk of menus ahead of their first use. */
export function loadMenus(): Promise<void> {
  return MenuSurface.load();
}

/** An open menu; a sheet from below on a phone. */
export function Menu(props: MenuProps): ReactElement {
  return (
    <Suspense fallback={null}>
      <MenuSurface {...props} />
    </Suspense>
  );
}

type Groups = readonly MenuGroup[];

/** Entries of a menu, which may be loaded with its first use. */
export type MenuSource = () => Groups | Promise<Groups>;

export type MenuButtonProps = {
  /** Accessible name of the menu, and of the button when it has no text. */
  readonly label: string;
  readonly groups: MenuSource;
  readonly children: ReactNode;
  /** Whether the children are text that names the button. */
  readonly hasText?: boolean;
  readonly className?: string | undefined;
  readonly placement?: MenuPlacement;
  readonly shortcut?: string;
  readonly tabIndex?: number;
  /** Lets a command press the button. */
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
};

export function MenuButton(props: MenuButtonProps): ReactElement {
  const { label, groups, children, hasText = false, className = 'ib', placement = 'bottom end' } = props;
  const own = useRef<HTMLButtonElement>(null);
  const anchor = props.buttonRef ?? own;
  const [shown, setShown] = useState<Groups>();
  const isOpen = shown !== undefined;
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={hasText ? undefined : label}
        data-tip={hasText ? undefined : label}
        data-tip-key={props.shortcut}
        tabIndex={props.tabIndex}
        onPointerEnter={() => void loadMenus()}
        onClick={() => (isOpen ? setShown(undefined) : showGroups(groups, setShown))}
      >
        {children}
      </button>
      {isOpen ? (
        <Menu
          label={label}
          groups={shown}
          anchor={anchor}
          placement={placement}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </>
  );
}

export type ContextMenu = {
  readonly onContextMenu: (event: MouseEvent) => void;
  /** The open menu, or nothing; belongs beside the element. */
  readonly element: ReactNode;
};

/** A menu at the pointer, for the secondary button, the menu key and a long press. */
export function useContextMenu(label: string, groups: MenuSource): ContextMenu {
  const anchor = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<{ readonly x: number; readonly y: number; readonly groups: Groups }>();
  const style = shown === undefined ? undefined : { '--x': `${shown.x}px`, '--y': `${shown.y}px` };
  return {
    onContextMenu: (event) => {
      event.preventDefault();
      const { clientX: x, clientY: y } = event;
      showGroups(groups, (found) => setShown({ x, y, groups: found }));
    },
    element:
      shown === undefined ? null : (
        <>
          <span ref={anchor} className={styles['point']} style={style as CSSProperties} />
          <Menu
            label={label}
            groups={shown.groups}
            anchor={anchor}
            placement="bottom start"
            onClose={() => setShown(undefined)}
          />
        </>
      ),
  };
}

/** Groups that are there already are shown at once, so that the menu opens with the press. */
function showGroups(source: MenuSource, show: (groups: Groups) => void): void {
  const groups = source();
  if (groups instanceof Promise) groups.then(show, explainMissingPart);
  else show(groups);
}
