import { findAvatar, findMediumAvatar } from '../organization/avatars/pages/find-avatar.ts';
import { defaultAvatar, unknownAvatar } from '../organization/avatars/pages/stock-avatars.ts';
import { userAvatar } from '../organization/avatars/pages/user-avatar.ts';
import { externalContentPage } from '../chat/previews/pages/external-content.ts';
import { completeCalls } from '../chat/calls/pages/complete.ts';
import { registerCalls } from '../chat/calls/pages/register.ts';
import { customEmoji, stillEmoji } from '../organization/emoji/pages/custom-emoji.ts';
import { emojiData } from '../organization/emoji/pages/emoji-data.ts';
import { extraEmojiPages } from '../organization/emoji/pages/extra-emoji.ts';
import { confirmAddressForm, confirmAddressPage } from '../organization/email-addresses/pages/confirm.ts';
import { unsubscribeForm, unsubscribePage } from '../chat/notifications/unsubscribe/page.ts';
import { beginSignOn, beginSignOnAsNew } from '../organization/sign-on/pages/begin.ts';
import { completeSignOn } from '../organization/sign-on/pages/complete.ts';
import {
  endOtherSessionsPage,
  endSessionPage,
  sessionsPage,
} from '../organization/sessions/pages/sessions.ts';
import { loginPages } from '../organization/login/page.ts';
import { logInPage } from '../organization/sessions/pages/log-in.ts';
import { passkeyPages } from '../organization/second-steps/pages/passkey-operations.ts';
import { secondStepPages } from '../organization/second-steps/pages/operations.ts';
import { secondStepForms } from '../organization/sign-on/pages/second-step.ts';
import { sampleUsersPage } from '../organization/sessions/pages/sample-users.ts';
import { logOutPage } from '../organization/sessions/pages/log-out.ts';
import { consentPages } from '../organization/oauth/pages/consent.ts';
import { metadataPages } from '../organization/oauth/pages/metadata.ts';
import { tokenPages } from '../organization/oauth/pages/token.ts';
import { doorPage } from '../organization/door/page.ts';
import { joinByLinkPage, signUpPage } from '../organization/joining/pages/operations.ts';
import {
  askForPasswordLinkPage,
  choosePasswordPage,
  createPasswordLinkPage,
} from '../organization/passwords/pages/operations.ts';
import { beginOrganizationPage, checkSetupCodePage } from '../organization/setup/pages/setup.ts';
import { joinForm } from '../organization/joining/pages/join.ts';
import { registerForm } from '../organization/joining/pages/register.ts';
import { askForResetForm } from '../organization/passwords/pages/ask-for-reset.ts';
import { resetForm } from '../organization/passwords/pages/reset.ts';
import type { Page } from '../http/page.ts';
import type { ProtocolHandler } from '../http/protocol-handler.ts';
import { health, live } from '../http/health.ts';
import { securityTxt } from '../http/security-txt.ts';
import { organizationIcon } from '../organization/realm/pages/icon.ts';
import { organizationImage } from '../organization/realm/pages/image.ts';
import { exportPage } from './portability/exports/pages/export-page.ts';
import { bookPages } from './book/pages/book.ts';
import { referencePages } from './reference/pages/reference.ts';
import { browserTusUploads, tusUploads } from '../chat/uploads/pieces/tus.ts';
import { personalExportPage } from './portability/personal-exports/pages/personal-export-page.ts';
import { webPages } from './web/pages.ts';
import { downloadPage, filePage, temporaryPage, thumbnailPage } from '../chat/uploads/pages/files.ts';

/** Third-party protocols served below the API's base path. */
export const speakers: readonly ProtocolHandler[] = [tusUploads, browserTusUploads];

/** Every page and file served outside the API. */
export const pages: readonly Page[] = [
  health,
  live,
  securityTxt,
  userAvatar,
  findAvatar,
  findMediumAvatar,
  defaultAvatar,
  unknownAvatar,
  emojiData,
  ...extraEmojiPages,
  customEmoji,
  stillEmoji,
  registerCalls,
  completeCalls,
  organizationIcon,
  organizationImage,
  ...referencePages,
  ...bookPages,
  ...loginPages,
  ...webPages,
  logInPage,
  logOutPage,
  sessionsPage,
  endSessionPage,
  endOtherSessionsPage,
  ...secondStepPages,
  ...passkeyPages,
  ...secondStepForms,
  sampleUsersPage,
  ...metadataPages,
  ...tokenPages,
  ...consentPages,
  doorPage,
  checkSetupCodePage,
  beginOrganizationPage,
  joinByLinkPage,
  signUpPage,
  askForPasswordLinkPage,
  choosePasswordPage,
  createPasswordLinkPage,
  beginSignOn,
  beginSignOnAsNew,
  completeSignOn,
  joinForm,
  registerForm,
  askForResetForm,
  resetForm,
  filePage,
  downloadPage,
  thumbnailPage,
  temporaryPage,
  externalContentPage,
  exportPage,
  personalExportPage,
  confirmAddressPage,
  confirmAddressForm,
  unsubscribePage,
  unsubscribeForm,
];
