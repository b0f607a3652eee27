/** Tells of every change of size of the list, of its parts and of single rows, before the browser paints it. */
export type RowObserver = {
  /** Follows rows and parts that came and forgets those that went. */
  readonly update: () => void;
  readonly disconnect: () => void;
};

export function createRowObserver(
  scroller: HTMLElement,
  feed: HTMLElement,
  onResize: () => void,
): RowObserver {
  const observer = new ResizeObserver(onResize);
  const followed = new Set<Element>();
  observer.observe(scroller);
  return {
    update: () => {
      for (const row of followed)
        if (row.parentNode !== feed && row.parentNode !== scroller) {
          observer.unobserve(row);
          followed.delete(row);
        }
      for (const row of [...scroller.children, ...feed.children])
        if (!followed.has(row)) {
          observer.observe(row);
          followed.add(row);
        }
    },
    disconnect: () => {
      observer.disconnect();
    },
  };
}
