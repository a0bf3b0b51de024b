export { confirmEmailAddress, sendVerification } from "./email-address.ts";
export { findLink, linkInvalidError, makeLink, takeLink } from "./links.ts";
export { confirmPassword, requirePasswordUnchanged } from "./passwords/confirm-password.ts";
export { forgotPassword, resetPassword } from "./passwords/forgotten-password.ts";
export { type HashCost, hashPassword, verifyPassword } from "./passwords/password-hash.ts";
export { passwordWeakness } from "./passwords/password-rules.ts";
export {
  addUser,
  changeUser,
  deleteUser,
  dismissChecklist,
  findOwner,
  forgetPractice,
  markNotificationsSeen,
  type NewUser,
  transferOwnership,
} from "./people.ts";
export {
  notifyOwner,
  sendAccountDeletedEmails,
  sendPracticeDeletedEmails,
  sendSecurityEmail,
} from "./security-emails.ts";
export { type AccountServices, getUser, requireAvailable, type SignedIn, takenError, toUser } from "./service.ts";
export { clientOf, setSignedIn } from "./sign-in/browser-session.ts";
export { describeDevice } from "./sign-in/describe-device.ts";
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
export { type ClientInfo, forgetOldSignIns, lastSignIns } from "./sign-in/sign-ins.ts";
export {
  isSuspended,
  markSuspensionNotified,
  setSuspendedByOperator,
  setSuspendedByPlan,
  suspendedError,
} from "./suspension.ts";
export { newRecoveryCodes, recoveryCodeHash } from "./two-factor/recovery-codes.ts";
export { newTotpSecret, totpStep, totpUri } from "./two-factor/totp.ts";
export { forgetSecondFactor, wrongCodeError } from "./two-factor/two-factor.ts";
