import { findAvatar, findMediumAvatar } from './avatars/pages/find-avatar.ts';
import { defaultAvatar, unknownAvatar } from './avatars/pages/stock-avatars.ts';
import { userAvatar } from './avatars/pages/user-avatar.ts';
import { completeCalls } from './calls/pages/complete.ts';
import { registerCalls } from './calls/pages/register.ts';
import { customEmoji, stillEmoji } from './emoji/pages/custom-emoji.ts';
import { emojiData } from './emoji/pages/emoji-data.ts';
import { extraEmojiPages } from './emoji/pages/extra-emoji.ts';
import { confirmAddressForm, confirmAddressPage } from './addresses/pages/confirm.ts';
import { beginSignOn, beginSignOnAsNew } from './sign-on/pages/begin.ts';
import { completeSignOn } from './sign-on/pages/complete.ts';
import { joinForm, joinPage } from './joining/pages/join.ts';
import { registerForm, registerPage } from './joining/pages/register.ts';
import { askForResetForm, askForResetPage } from './passwords/pages/ask-for-reset.ts';
import { resetForm, resetPage } from './passwords/pages/reset.ts';
import type { Page } from './http/page.ts';
import type { Speaker } from './http/speaker.ts';
import { health } from './http/health.ts';
import { organizationIcon } from './realm/pages/icon.ts';
import { organizationImage } from './realm/pages/image.ts';
import { referencePages } from './reference/pages/reference.ts';
import { tusUploads } from './uploads/pieces/tus.ts';
import { downloadPage, filePage, temporaryPage, thumbnailPage } from './uploads/pages/files.ts';

/** Protocols of others that are spoken below the API's own address. */
export const speakers: readonly Speaker[] = [tusUploads];

/** Everything outside the API. */
export const pages: readonly Page[] = [
  health,
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
  beginSignOn,
  beginSignOnAsNew,
  completeSignOn,
  joinPage,
  joinForm,
  registerPage,
  registerForm,
  askForResetPage,
  askForResetForm,
  resetPage,
  resetForm,
  filePage,
  downloadPage,
  thumbnailPage,
  temporaryPage,
  confirmAddressPage,
  confirmAddressForm,
];
