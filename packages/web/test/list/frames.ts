/** Resolves after the browser has drawn everything that is pending. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** Resolves at the end of the next frame, behind all observers of sizes: what is measured then is what is drawn. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body);
    });
  });
}

/** Numbers between 0 and 1 that are the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}

export function scrollerOf(): HTMLElement {
  return document.querySelector('[data-scroller]') as HTMLElement;
}

export function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role=feed] > article')];
}

export function topOf(row: Element): number {
  return row.getBoundingClientRect().top - scrollerOf().getBoundingClientRect().top;
}
