/** Who is asking: somebody who runs the installation. */
export interface Administrator {
  adminId: string;
  name: string;
  email: string;
  role: string;
  /** The session's public name, not its token. */
  sessionId: string;
  /** Where the request came from. */
  address: string;
  /** Whether signing in needs a code. */
  secondFactor: boolean;
}
