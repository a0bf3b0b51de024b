import type { OutboxMessage } from "@sheaf/contracts/mail.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronDown, Paperclip } from "lucide-react";
import { useId, useState } from "react";
import { messagesIn, outboxQuery } from "../../api/mail.ts";
import { Card } from "../../ui/card.tsx";
import { dateTime } from "../../ui/dates.ts";
import { FileName } from "../../ui/file-name.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { size } from "../../ui/sizes.ts";
import { Empty } from "../../ui/states.tsx";
import { Tag } from "../../ui/tags.tsx";
import { count } from "../../ui/words.ts";

/** The emails that this installation stores because it has no mail service. */
export function Outbox() {
  return (
    <Card title="Outbox" region head={<span className="mute sm">Kept here, never sent</span>}>
      <Messages />
    </Card>
  );
}

function Messages() {
  const outbox = useInfiniteQuery(outboxQuery);
  if (!outbox.data) return <NotLoaded query={outbox} what="The outbox" rows={3} label="Loading the outbox" />;
  const messages = messagesIn(outbox.data);
  if (messages.length === 0) {
    return (
      <Empty title="No emails yet">
        <p>Test emails and the emails of jobs are kept here, because this installation has no mail service.</p>
      </Empty>
    );
  }
  const total = outbox.data.pages.at(-1)?.total ?? messages.length;
  return (
    <>
      <ol className="kept" aria-label="Kept emails, newest first">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      <div className="kept__foot">
        <span className="mute sm num">
          {messages.length < total ? `Showing ${messages.length} of ${count(total, "email")}` : count(total, "email")}
        </span>
        <ShowMore list={outbox} />
      </div>
    </>
  );
}

function Message({ message }: { message: OutboxMessage }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { subject, to, createdAt, attachments } = message;
  return (
    <li>
      <button
        className="kept__head"
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="cell grow">
          <b className="clip">{subject}</b>
          <span className="clip">To {to}</span>
        </span>
        <span className="kept__facts mute sm num">
          <span className="nowrap">{dateTime(createdAt)}</span>
          {attachments.length > 0 && (
            <span className="row kept__clip">
              <Paperclip className="i i--14" aria-hidden />
              {count(attachments.length, "PDF")}
            </span>
          )}
        </span>
        <ChevronDown className="i kept__turn" aria-hidden />
      </button>
      {open && <Content id={id} message={message} />}
    </li>
  );
}

function Content({ id, message: { from, to, text, attachments } }: { id: string; message: OutboxMessage }) {
  return (
    <div className="kept__text" id={id}>
      <p className="mute sm copyable">
        From {from} to {to}
      </p>
      <pre>{text}</pre>
      {attachments.length > 0 && (
        <ul aria-label="Attachments">
          {attachments.map(({ name, sizeBytes }) => (
            <li key={name} className="row">
              <Tag name={name} />
              <span className="grow">
                <FileName name={name} />
              </span>
              <span className="mute sm num nowrap">{size(sizeBytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
