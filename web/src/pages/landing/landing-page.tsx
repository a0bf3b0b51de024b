import { landingTitle } from "@sheaf/contracts/page-title.ts";
import { PublicPage } from "../../shell/public/public-page.tsx";
import { Claims } from "./claims.tsx";
import { Formats } from "./formats.tsx";
import { Hero } from "./hero.tsx";
import { Inboxes } from "./inboxes.tsx";
import { Lights } from "./lights.tsx";
import { Prices } from "./prices.tsx";
import { ProductPicture } from "./product-picture.tsx";
import { Questions } from "./questions.tsx";
import { Security } from "./security.tsx";
import { Steps } from "./steps.tsx";
import "./landing.css";

export function LandingPage() {
  return (
    <PublicPage title={landingTitle} features="#features">
      <main>
        <Hero />
        <ProductPicture />
        <Steps />
        <Lights />
        <Inboxes />
        <Formats />
        <Security />
        <Claims />
        <Prices />
        <Questions />
      </main>
    </PublicPage>
  );
}
