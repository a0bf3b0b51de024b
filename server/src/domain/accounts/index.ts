export { sendVerification, writeConfirmed } from "./email-address.ts";
export { findLink, linkInvalid, makeLink, takeLink } from "./links.ts";
export { confirmPassword, requireStillConfirmed } from "./passwords/confirm-password.ts";
export { forgotPassword, resetPassword } from "./passwords/forgotten-password.ts";
export { type HashCost, hashPassword, verifyPassword } from "./passwords/password-hash.ts";
export { passwordWeakness } from "./passwords/password-rules.ts";
export {
  addUser,
  changeUser,
  deleteUser,
  dismissChecklist,
  forgetPractice,
  handOver,
  markNotificationsSeen,
  type NewUser,
} from "./people.ts";
export { tellDeleted, tellOwner, tellPerson, tellPracticeDeleted } from "./security-emails.ts";
export { type AccountServices, answer, getUser, refuseTaken, type SignedIn, takenMeanwhile } from "./service.ts";
export { placeOf, setSignedIn } from "./sign-in/browser-session.ts";
export { deviceWords } from "./sign-in/device-words.ts";
export { accountOf, type DeviceAccount, deviceCookie, knownDevice, originOf } from "./sign-in/known-devices.ts";
export { changeSessionTimeout, endSessionsOf, findMember, hasSessionEnd, startSession } from "./sign-in/sessions.ts";
export { findByName, type Visitor } from "./sign-in/sign-in.ts";
export {
  attemptOf,
  codeLimits,
  forgetOldFailures,
  type Origin,
  refuseWhenLimited,
  settleAttempt,
} from "./sign-in/sign-in-limits.ts";
export { forgetOldSignIns, lastSignIns, type Place } from "./sign-in/sign-ins.ts";
export {
  isSuspended,
  noteSuspensionTold,
  setSuspendedByOperator,
  setSuspendedByPlan,
  suspended,
} from "./suspension.ts";
export { newRecoveryCodes, recoveryCodeHash } from "./two-factor/recovery-codes.ts";
export { newTotpSecret, totpStep, totpUri } from "./two-factor/totp.ts";
export { forgetSecondFactor, wrongCode } from "./two-factor/two-factor.ts";
