import { fileRule, isDirect, visitsMessage } from './message-policy.ts';
import {
  absent,
  anybody,
  hide,
  openToVisitors,
  user,
  read,
  type Policy,
  type Relation,
  type Verdict,
  type Who,
} from './policy.ts';

/** Pages without credentials: the address is enough to get the picture. */
function openTo(operation: string, axis: Policy['axis'], rule: Policy['rule']): Policy {
  return {
    ...read(operation, axis, rule),
    asksNobody: true,
  };
}

/** An address for some time is enough to get its one file, in the organization of the file. */
function bearer(who: Who, relation: Relation): Verdict | undefined {
  if (who.elsewhere && isDirect(relation)) return undefined;
  if (relation === 'own' && who.enters && !who.onlySends) return { allow: true };
  return absent(relation) || who.elsewhere || who.closed ? hide(404) : { allow: true };
}

const leads: Verdict = { allow: true, status: 302 };
/** A user who does not exist or is not visible has the picture of an unknown user. */
const leadsToNobody: Verdict = { allow: false, status: 302, code: undefined, likeMissing: true };

const avatar: Policy['rule'] = (who, relation) => {
  const verdict = user(() => leads)(who, relation);
  return verdict === undefined || verdict.allow ? verdict : leadsToNobody;
};

/** Where guests do not see all users, visitors see bots only. */
const visitsAvatar: Policy['rule'] = (_who, relation) =>
  relation === 'own bot' || relation === "other's bot" ? leads : leadsToNobody;

/** Pages outside the API that give out what users uploaded. */
export const pagePolicies: readonly Policy[] = [
  openToVisitors(read('GET /user_uploads/*', 'file', fileRule), visitsMessage),
  openToVisitors(read('GET /user_uploads/download/*', 'file', fileRule), visitsMessage),
  openToVisitors(read('GET /user_uploads/thumbnail/*', 'picture', fileRule), visitsMessage),
  openTo('GET /user_uploads/temporary/:token/:name', 'file', bearer),
  openTo('GET /user_uploads/exports/:token/:name', 'export', bearer),
  openTo('GET /user_uploads/personal/:token/:name', 'personal export', bearer),
  openToVisitors(read('GET /avatar/:who', 'user', avatar), visitsAvatar),
  read('GET /avatar/:who/medium', 'user', avatar),
  openTo('GET /user_avatars/:realm_id/:file', 'nothing', anybody),
  openTo('GET /user_avatars/:realm_id/emoji/images/:file', 'nothing', anybody),
  openTo('GET /user_avatars/:realm_id/emoji/images/still/:file', 'nothing', anybody),
  openTo('GET /user_avatars/:realm_id/realm/:file', 'nothing', anybody),
];
