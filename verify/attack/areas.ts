import { assistantAttacks } from './areas/assistants.ts';
import { contentAttacks } from './areas/content.ts';
import { credentialAttacks } from './areas/credentials.ts';
import { exhaustionAttacks } from './areas/exhaustion.ts';
import { framingAttacks } from './areas/framing.ts';
import { inputAttacks } from './areas/input.ts';
import { loginAttacks } from './areas/logins.ts';
import { mailAttacks } from './areas/mail.ts';
import { permissionAttacks } from './areas/permissions.ts';
import { previewAttacks } from './areas/previews.ts';
import { processorAttacks } from './areas/processor.ts';
import { secondStepAttacks } from './areas/second-steps.ts';
import { shareAttacks } from './areas/shares.ts';
import type { Attack } from './attack.ts';

/** Every attack, by area. */
export const areas: Readonly<Record<string, readonly Attack[]>> = {
  exhaustion: exhaustionAttacks,
  processor: processorAttacks,
  'fair shares': shareAttacks,
  permissions: permissionAttacks,
  credentials: credentialAttacks,
  'log-ins': loginAttacks,
  'two steps': secondStepAttacks,
  assistants: assistantAttacks,
  content: contentAttacks,
  previews: previewAttacks,
  input: inputAttacks,
  framing: framingAttacks,
  mail: mailAttacks,
};
