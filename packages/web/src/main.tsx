import './style/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchForFaults } from './parts/watch-for-faults.ts';
import { watchForNewVersion } from './parts/new-version.ts';
import { watchForInstallPrompt } from './parts/install-prompt.ts';
import { watchFingers } from './parts/resting-finger.ts';
import { registerWorker } from './data/session/register-worker.ts';
import { Root } from './root.tsx';
import { applyLook } from './screen/look-store.ts';
import { loadLanguage } from './words/language.ts';

applyLook();

watchForFaults();
watchForNewVersion();
watchFingers();
watchForInstallPrompt();
registerWorker();

async function begin(element: Element): Promise<void> {
  await loadLanguage();
  createRoot(element).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}

const element = document.querySelector('#app');
if (element !== null) void begin(element);
