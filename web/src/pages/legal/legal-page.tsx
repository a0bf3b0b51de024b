import type { Installation } from "@sheaf/contracts/installation.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { installationQuery } from "../../api/installation.ts";
import { BackHome } from "../../shell/public/back-home.tsx";
import { PublicPage } from "../../shell/public/public-page.tsx";
import { Contents } from "../../ui/contents.tsx";
import { LoadError, Spinner } from "../../ui/states.tsx";

export interface Section {
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  lead: string;
  /** The operator of this installation is named in the text. */
  sections: (operator: Installation) => Section[];
}

/** Date of all legal texts: they refer to each other, so they change together. */
const inForceSince = "22 November 2026";

export function LegalPage({ title, lead, sections }: LegalPageProps) {
  const { data: operator, error, refetch } = useQuery(installationQuery);
  return (
    <PublicPage title={title}>
      <main className="wrap pricing">
        <div className="row crumbs">
          <BackHome />
        </div>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p className="mute sm paper__since">In force since {inForceSince}.</p>
        {operator ? (
          <Text sections={sections(operator)} />
        ) : error ? (
          <LoadError what="This text" error={error} retry={() => void refetch()} />
        ) : (
          <Spinner />
        )}
      </main>
    </PublicPage>
  );
}

function Text({ sections }: { sections: Section[] }) {
  return (
    <div className="paper">
      <Contents entries={sections} />
      <div className="paper__text">
        {sections.map(({ id, title, body }, index) => (
          <section key={id} id={id}>
            <h2>
              {index + 1}. {title}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </div>
  );
}
