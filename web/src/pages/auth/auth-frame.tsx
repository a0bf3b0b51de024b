import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useOwnPractice } from "../../api/installation.ts";
import { BackHome } from "../../shell/public/back-home.tsx";
import { Brand } from "../../ui/brand.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { AuthPicture } from "./auth-picture.tsx";

interface AuthFrameProps {
  /** Title of the browser tab. */
  title: string;
  heading: string;
  children: ReactNode;
  /** Small print below the form. */
  foot?: ReactNode;
}

/** The two halves of every sign-in page. */
export function AuthFrame({ title, heading, children, foot }: AuthFrameProps) {
  usePageTitle(title);
  const ownPractice = useOwnPractice();
  const isHome = useLocation().pathname === "/auth" && ownPractice;
  return (
    <div className="auth public">
      <main className="auth__form">
        <div className="row between">
          <Brand large />
          {!isHome && <BackHome />}
        </div>
        <div className="auth__box">
          <h1>{heading}</h1>
          <noscript>
            <div className="callout">
              <p>Sheaf needs JavaScript. Allow it for this site to continue.</p>
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
