import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useHistoryLayer } from '../parts/history-layers.ts';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { t } from '../words/index.ts';
import { picturesAround } from './pictures.ts';
import styles from './viewer.module.css';

export type ViewerProps = {
  /** A picture, or a row with pictures. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
};

const MAX_ZOOM = 4;
const ZOOM_STEP = 1.5;

/** Shows one picture of the list at a time; arrows lead to its neighbors. */
export function Viewer({ anchor, onClose }: ViewerProps): ReactElement | null {
  const [{ pictures, start }] = useState(() => picturesAround(anchor));
  const [index, setIndex] = useState(start);
  const [zoom, setZoom] = useState(1);
  const dialog = useRef<HTMLDialogElement>(null);
  useHistoryLayer(onClose);
  const picture = pictures[index];
  const isEmpty = picture === undefined;
  useEffect(() => {
    const element = dialog.current;
    if (isEmpty) onClose();
    else element?.showModal();
    return () => element?.close();
  }, [isEmpty, onClose]);
  if (picture === undefined) return null;
  const step = (by: number): void => {
    setZoom(1);
    setIndex(Math.max(0, Math.min(pictures.length - 1, index + by)));
  };
  const zoomBy = (factor: number): void => setZoom(Math.max(1, Math.min(MAX_ZOOM, zoom * factor)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP);
    else if (event.key === '-') zoomBy(1 / ZOOM_STEP);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles['viewer']}
      aria-label={picture.name}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <header>
        <span className="clip grow">{picture.name}</span>
        <span className="quiet num">
          {t('{index} of {count}', { index: index + 1, count: pictures.length })}
        </span>
        <IconButton
          icon="plus"
          label={zoom > 1 ? t('Original size') : t('Zoom in')}
          onClick={() => (zoom > 1 ? setZoom(1) : zoomBy(2))}
        />
        <a
          className="ib"
          href={picture.address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('Open the file')}
        >
          <Icon name="out" />
        </a>
        <IconButton icon="x" label={t('Close')} shortcut="Esc" onClick={onClose} />
      </header>
      <div className={styles['stage']}>
        <img src={picture.address} alt={picture.name} style={{ '--zoom': zoom } as React.CSSProperties} />
      </div>
      {pictures.length > 1 ? (
        <footer>
          <IconButton
            icon="left"
            label={t('Previous picture')}
            disabled={index === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            icon="right"
            label={t('Next picture')}
            disabled={index === pictures.length - 1}
            onClick={() => step(1)}
          />
        </footer>
      ) : null}
    </dialog>
  );
}
