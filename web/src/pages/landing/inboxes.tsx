/** The rules are each inbox's own; Sheaf knows them by the address. */
const inboxes = [
  { name: "Dext", takes: "One document per attachment, 6 MB a file", done: "Separate PDFs in one email" },
  { name: "AutoEntry", takes: "One document per attachment, 30 MB an email", done: "Separate PDFs in one email" },
  { name: "Hubdoc", takes: "One attachment per email, 35 MB", done: "One email for each PDF" },
  { name: "Xero", takes: "Up to 10 attachments, 25 MB an email", done: "Ten PDFs to an email" },
  { name: "QuickBooks", takes: "Only senders invited in that company", done: "Says so before you send" },
  { name: "Sage", takes: "20 MB and 25 files; PDF and pictures only", done: "Turns the rest into PDF first" },
];

export function Inboxes() {
  return (
    <section className="sec wrap two">
      <div>
        <h2>It knows the inbox it sends to</h2>
        <p className="body">
          Each accounting inbox has its own rules about size, attachments and senders. Sheaf recognises the address and
          chooses what that inbox files correctly.
        </p>
      </div>
      <table className="table table--pub table--inbox">
        <thead>
          <tr>
            <th scope="col">Inbox</th>
            <th scope="col">What it takes</th>
            <th scope="col">What Sheaf does</th>
          </tr>
        </thead>
        <tbody>
          {inboxes.map(({ name, takes, done }) => (
            <tr key={name}>
              <td>
                <b>{name}</b>
              </td>
              <td className="dim">{takes}</td>
              <td>{done}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
