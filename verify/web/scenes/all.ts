import { answerScenes } from './answers.ts';
import { doorScenes } from './door.ts';
import { conversationScenes } from './conversations.ts';
import { listScenes } from './lists.ts';
import { messageScenes } from './messages.ts';
import { overlayScenes } from './overlays.ts';
import { peopleScenes } from './people.ts';
import { programScenes } from './programs.ts';
import type { Scene } from './scene.ts';
import { organizationScenes } from './organization.ts';
import { settingsScenes } from './settings.ts';

export const scenes: readonly Scene[] = [
  ...listScenes,
  ...conversationScenes,
  ...messageScenes,
  ...overlayScenes,
  ...doorScenes,
  ...settingsScenes,
  ...organizationScenes,
  ...peopleScenes,
  ...answerScenes,
  ...programScenes,
];
