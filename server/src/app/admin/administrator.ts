/** The administrator who sent a request. */
export interface Administrator {
  adminId: string;
  name: string;
  email: string;
  role: string;
  /** The session's public name, not its token. */
  sessionId: string;
  /** IP address of the request. */
  address: string;
  /** Whether two-factor sign-in is on. */
  secondFactor: boolean;
}
