import { useEffect, useRef, useState, type RefObject } from 'react';
import { filesIn } from './paste.ts';

/** Takes files that are dropped on an element; true while files are over it. */
export function useDrop(
  target: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const element = target.current;
    if (element === null) return undefined;
    const end = new AbortController();
    const { signal } = end;
    element.addEventListener(
      'dragover',
      (event) => {
        if (event.dataTransfer?.types.includes('Files') !== true) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    element.addEventListener('dragleave', () => setOver(false), { signal });
    element.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        const files = event.dataTransfer === null ? [] : filesIn(event.dataTransfer);
        if (files.length === 0) return;
        event.preventDefault();
        take.current(files);
      },
      { signal },
    );
    return () => end.abort();
  }, [target]);
  return isOver;
}
