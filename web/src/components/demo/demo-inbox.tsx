import { useInstallation } from "../../api/installation.ts";

/** In a demonstration, says that its emails stay there and links to them. Elsewhere shows nothing. */
export function DemoInbox() {
  const installation = useInstallation();
  if (installation?.mailTransport !== "demo") return null;
  const { demoInbox } = installation;
  return (
    <p className="mute sm">
      Emails of this demonstration stay on the machine where it runs.
      {demoInbox && (
        <>
          {" "}
          <a href={demoInbox} target="_blank" rel="noopener">
            Read them on its mail page
          </a>
        </>
      )}
    </p>
  );
}
