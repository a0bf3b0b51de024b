import type { ReactNode } from "react";
import { BackLink } from "../../ui/back-link.tsx";
import { Brand } from "../../ui/brand.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { AuthPicture } from "./auth-picture.tsx";

interface AuthFrameProps {
  /** In the browser's tab. */
  title: string;
  heading: string;
  children: ReactNode;
  /** Small print below. */
  foot?: ReactNode;
}

/** The two halves of every page about signing in. */
export function AuthFrame({ title, heading, children, foot }: AuthFrameProps) {
  usePageTitle(title);
  return (
    <div className="auth public">
      <main className="auth__form">
        <div className="row between">
          <Brand large />
          <BackLink to="/">Back to Home</BackLink>
        </div>
        <div className="auth__box">
          <h1>{heading}</h1>
          <noscript>
            <div className="callout">
              <p>Sheaf runs in the browser: please allow scripts for this site to go on.</p>
            </div>
          </noscript>
          {children}
        </div>
        {foot}
      </main>
      <AuthPicture />
    </div>
  );
}
