import '../../src/style/index.css';
import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { hideToast, shownToast } from '../../src/parts/toast-store.ts';

/** Removes what a test of any file left behind. The library itself does so in the first file of a page alone. */
beforeEach(async () => {
  await cleanup();
  const toast = shownToast.get();
  if (toast !== undefined) hideToast(toast.id);
  localStorage.clear();
});
