import { assistantAttacks } from './areas/assistants.ts';
import { contentAttacks } from './areas/content.ts';
import { credentialAttacks } from './areas/credentials.ts';
import { exhaustionAttacks } from './areas/exhaustion.ts';
import { framingAttacks } from './areas/framing.ts';
import { inputAttacks } from './areas/input.ts';
import { loginAttacks } from './areas/logins.ts';
import { mailAttacks } from './areas/mail.ts';
import { passkeyAttacks } from './areas/passkeys.ts';
import { permissionAttacks } from './areas/permissions.ts';
import { previewAttacks } from './areas/previews.ts';
import { processorAttacks } from './areas/processor.ts';
import { codeAttacks } from './areas/programs/codes.ts';
import { consentAttacks } from './areas/programs/consent.ts';
import { documentAttacks } from './areas/programs/documents.ts';
import { protocolAttacks } from './areas/programs/mcp.ts';
import { toolAttacks } from './areas/programs/mcp-tools.ts';
import { requestAttacks } from './areas/programs/requests.ts';
import { tokenAttacks } from './areas/programs/tokens.ts';
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
  passkeys: passkeyAttacks,
  assistants: [...assistantAttacks, ...protocolAttacks, ...toolAttacks],
  programs: [...requestAttacks, ...consentAttacks, ...codeAttacks, ...tokenAttacks, ...documentAttacks],
  content: contentAttacks,
  previews: previewAttacks,
  input: inputAttacks,
  framing: framingAttacks,
  mail: mailAttacks,
};
