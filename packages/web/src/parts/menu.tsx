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
import type { MenuGroup, MenuPlacement, MenuProps } from './surface-props.ts';

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

export type MenuButtonProps = {
  /** Accessible name of the menu, and of the button when it has no text. */
  readonly label: string;
  readonly groups: () => readonly MenuGroup[];
  readonly children: ReactNode;
  /** Whether the children are text that names the button. */
  readonly hasText?: boolean;
  readonly className?: string;
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
  const [isOpen, setOpen] = useState(false);
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
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen ? (
        <Menu
          label={label}
          groups={groups()}
          anchor={anchor}
          placement={placement}
          onClose={() => setOpen(false)}
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
export function useContextMenu(label: string, groups: () => readonly MenuGroup[]): ContextMenu {
  const anchor = useRef<HTMLSpanElement>(null);
  const [point, setPoint] = useState<{ readonly x: number; readonly y: number }>();
  const style = point === undefined ? undefined : { '--x': `${point.x}px`, '--y': `${point.y}px` };
  return {
    onContextMenu: (event) => {
      event.preventDefault();
      setPoint({ x: event.clientX, y: event.clientY });
    },
    element:
      point === undefined ? null : (
        <>
          <span ref={anchor} className="point" style={style as CSSProperties} />
          <Menu
            label={label}
            groups={groups()}
            anchor={anchor}
            placement="bottom start"
            onClose={() => setPoint(undefined)}
          />
        </>
      ),
  };
}
