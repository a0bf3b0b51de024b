import { render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { useKeepFocus } from "./keep-focus.ts";

function Page({ drawer }: { drawer: boolean }) {
  useKeepFocus();
  const [there, setThere] = useState(true);
  const row = there && (
    <button type="button" onClick={() => setThere(false)}>
      Delete
    </button>
  );
  return (
    <main>
      <h1>Customers</h1>
      {drawer ? (
        <div role="dialog" aria-label="Job" tabIndex={-1}>
          {row}
        </div>
      ) : (
        row
      )}
    </main>
  );
}

test.each([
  ["the name of the page", false, "heading"],
  ["the drawer that it was in", true, "dialog"],
])("when the focused element is removed, the focus moves to %s", async (_, drawer, role) => {
  render(<Page drawer={drawer} />);
  const button = screen.getByRole("button", { name: "Delete" });
  button.focus();
  button.click();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role)));
});
