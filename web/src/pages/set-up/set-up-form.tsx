import type { InstallationKind } from "@sheaf/contracts/installation.ts";
import type { SetUpFacts } from "@sheaf/contracts/set-up.ts";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { useFinishSetUp } from "../../api/finish-set-up.ts";
import { setBy } from "../../components/installation/set-by.ts";
import { RemainingWait, useRemainingWait } from "../../components/sign-in/remaining-wait.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { FieldError, PasswordField, TextField } from "../../ui/field.tsx";
import { usePlainForm } from "../../ui/plain-form.ts";
import { Section } from "../../ui/section.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { HealthPart } from "./health-part.tsx";
import { KindCards } from "./kind-cards.tsx";
import { MailPart } from "./mail-part.tsx";
import { forgetSetUpCode } from "./set-up-code.ts";
import { SetUpFrame } from "./set-up-frame.tsx";
import { inputOf, passwordHint, rulesFor } from "./set-up-rules.ts";
import { useMailDraft } from "./use-mail-draft.ts";

interface SetUpFormProps {
  code: string;
  facts: SetUpFacts;
  /** Called when someone else has completed set-up first. */
  onEnded(): void;
}

/** All fields of set-up on one page. What was typed stays, whatever the response. */
export function SetUpForm({ code, facts, onEnded }: SetUpFormProps) {
  const { fixed, seller } = facts;
  const [kind, setKind] = useState<InstallationKind>(facts.kind);
  const finish = useFinishSetUp();
  const wait = useRemainingWait(finish.error);
  const mail = useMailDraft(facts.mail);
  const [email, setEmail] = useState("");
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);
  const { onSubmit, field } = usePlainForm(rulesFor(kind), (values) => {
    if (wait > 0) return;
    if (mail.hasProblems()) return setRefusals(refusals + 1);
    finish.mutate(inputOf(code, kind, values, mail.input()), {
      onSuccess: () => {
        forgetSetUpCode();
        // Reloads the page, because the kind of the installation is fixed from now on.
        location.assign(kind === "practice" ? "/dashboard" : "/admin/dashboard");
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === "set-up-ended") onEnded();
        if (error instanceof ApiError && error.field?.startsWith("mail.")) {
          mail.setProblems({ [error.field.slice("mail.".length)]: error.sentence });
          setRefusals(refusals + 1);
        }
      },
    });
  });
  const isWeak = finish.error instanceof ApiError && finish.error.code === "weak-password";
  const password = field("password");
  /** Props of a field that an environment variable may have filled in. */
  const sellerField = (name: keyof typeof seller, hint: string) => {
    const variable = fixed[`seller.${name}`];
    return { readOnly: variable !== undefined, defaultValue: seller[name], hint: variable ? setBy(variable) : hint };
  };

  return (
    <SetUpFrame
      heading="Set up Sheaf"
      lead="This takes two minutes. Everything here can be changed later in the admin portal."
    >
      <form className="set" ref={form} noValidate onSubmit={onSubmit}>
        <Section title="You" about="The account that runs this installation. Your email address counts as confirmed.">
          <div className="setup__fields">
            <div className="pair">
              <TextField label="First name" autoComplete="given-name" maxLength={100} {...field("firstName")} />
              <TextField label="Last name" autoComplete="family-name" maxLength={100} {...field("lastName")} />
            </div>
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              maxLength={254}
              onBlur={({ target }) => setEmail(target.value.trim())}
              {...field("email")}
            />
            <PasswordField
              label="Password"
              autoComplete="new-password"
              hint={passwordHint(kind)}
              {...password}
              error={password.error ?? (isWeak ? sentenceOf(finish.error) : undefined)}
            />
          </div>
        </Section>
        <Section title="Use" about="Who this installation is for. Changing it later loses nothing.">
          <div className="setup__fields">
            <KindCards kind={kind} fixedBy={fixed.kind} onChoose={setKind} />
            {/* Both stay mounted: what was typed into one is there after switching back. */}
            <div hidden={kind !== "practice"}>
              <TextField
                label="Practice name"
                autoComplete="organization"
                maxLength={120}
                hint="Emails to customers and inboxes go out under this name."
                {...field("practiceName")}
              />
            </div>
            <div className="setup__fields" hidden={kind !== "service"}>
              <TextField
                label="Seller’s name"
                autoComplete="organization"
                maxLength={100}
                {...sellerField("name", "The name of your company on receipts and in the terms.")}
                {...field("sellerName")}
              />
              <TextArea
                label="Seller’s address"
                rows={3}
                {...sellerField("address", "Printed on receipts. A receipt without an address is not valid.")}
                {...field("sellerAddress")}
              />
              <TextField
                label="VAT number"
                optional
                maxLength={20}
                {...sellerField("vatNumber", "With a VAT number, receipts show net, VAT and gross.")}
                {...field("vatNumber")}
              />
            </div>
          </div>
        </Section>
        <MailPart code={code} mail={mail} saved={facts.mail} address={email} />
        <HealthPart code={code} />
        <div className="setup__end">
          <RemainingWait seconds={wait} />
          {finish.error && !isWeak && wait === 0 && <FieldError>{sentenceOf(finish.error)}</FieldError>}
          <button className="btn btn--primary btn--lg" type="submit" disabled={finish.isPending || finish.isSuccess}>
            {finish.isPending || finish.isSuccess ? "Setting up..." : "Finish set-up"}
          </button>
        </div>
      </form>
    </SetUpFrame>
  );
}
