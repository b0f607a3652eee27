import { useEffect, useRef, useState } from 'react';

/** Takes files that are dropped on the page; the result tells that files are above it. */
export function useDroppedFiles(take: ((files: FileList | undefined) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const current = useRef(take);
  const isWanted = take !== undefined;
  useEffect(() => {
    current.current = take;
  });
  useEffect(() => {
    if (!isWanted) return;
    const onDragOver = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      current.current?.(event.dataTransfer?.files);
    };
    globalThis.addEventListener('dragover', onDragOver);
    globalThis.addEventListener('dragleave', onDragLeave);
    globalThis.addEventListener('drop', onDrop);
    return () => {
      globalThis.removeEventListener('dragover', onDragOver);
      globalThis.removeEventListener('dragleave', onDragLeave);
      globalThis.removeEventListener('drop', onDrop);
    };
  }, [isWanted]);
  return isOver;
}
