import type { CustomerImportResult } from "@sheaf/contracts/customers.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDropzone } from "react-dropzone";
import { customersQuery, useImportCustomers } from "../../../api/customers.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { showDone } from "../../../ui/toast.tsx";
import { count } from "../../../ui/words.ts";
import { CheckStep } from "./check-step.tsx";
import { ChooseStep } from "./choose-step.tsx";
import { guessMapping, type Mapping, pickFields } from "./columns.ts";
import { type ImportRow, isFaulty, isKnown, judge, type KnownCustomers, knownCustomers } from "./judge.ts";
import { ListError, type ReadList, readList } from "./read-list.ts";
import "./import.css";

interface Opened {
  list: ReadList;
  mapping: Mapping;
  rows: ImportRow[];
}

/**
 * Imports customers from a file: choose it, check every row, correct rows or leave them out, and import all together.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { data: customers = [] } = useQuery(customersQuery);
  const [known] = useState(() => knownCustomers(customers));
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<string>();
  const send = useImportCustomers();

  async function take([file]: File[]) {
    if (!file) return;
    try {
      const list = await readList(file);
      setOpened(begin(list, guessMapping(list), known));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof ListError ? error.message : `${file.name} could not be read. Choose it again.`);
    }
  }

  // Dropping a list anywhere on this dialog must not add a file to the upload of the page behind it.
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    onDrop: (files) => void take(files),
    noDragEventsBubbling: true,
    noClick: true,
    noKeyboard: true,
    multiple: false,
  });

  function finish(sent: ImportRow[], { created, errors }: CustomerImportResult) {
    if (errors.length === 0) {
      showDone("Customers imported", `${count(created, "customer")} ${created === 1 ? "was" : "were"} added.`);
      return onClose();
    }
    const against = new Map(errors.map(({ row, message }) => [sent[row], message]));
    setOpened(
      (now) =>
        now && {
          ...now,
          rows: now.rows.map((row) => (against.has(row) ? { ...row, open: true, refused: against.get(row) } : row)),
        },
    );
  }

  /**
   * Rows that are not rendered again keep the first version of this function, so it must not use other rows from its
   * closure.
   */
  const change = (next: ImportRow) =>
    setOpened((now) => now && { ...now, rows: now.rows.map((row) => (row.line === next.line ? next : row)) });

  function leaveOut(lines: number[]) {
    const faulty = new Set(lines);
    const without = (row: ImportRow) => (faulty.has(row.line) ? { ...row, leftOut: true } : row);
    setOpened((now) => now && { ...now, rows: now.rows.map(without) });
  }

  function create(rows: ImportRow[]) {
    send.mutate(
      rows.map(({ fields }) => fields),
      { onSuccess: (result) => finish(rows, result) },
    );
  }

  return (
    <div {...getRootProps({ role: undefined, tabIndex: undefined })}>
      <Dialog
        title="Import customers"
        subtitle={opened?.list.fileName}
        wide
        onClose={onClose}
        unsaved={opened !== undefined}
      >
        <input {...getInputProps({ accept: ".csv,text/csv,.txt", "aria-label": "Choose a list" })} />
        {opened ? (
          <CheckStep
            {...opened}
            known={known}
            problem={problem}
            sending={send.isPending}
            onMap={(mapping) => setOpened(begin(opened.list, mapping, known))}
            onRow={change}
            onLeaveOut={leaveOut}
            onOther={open}
            onClose={onClose}
            onCreate={create}
          />
        ) : (
          <ChooseStep problem={problem} over={isDragActive} onChoose={open} onClose={onClose} />
        )}
      </Dialog>
    </div>
  );
}

/** Converts the file's rows to fields: existing customers start as left out, faulty rows as editable. */
function begin(list: ReadList, mapping: Mapping, known: KnownCustomers): Opened {
  const rows = list.rows.map(({ line, cells }): ImportRow => {
    const fields = pickFields(cells, mapping);
    return { line, fields, leftOut: isKnown(fields, known), open: false };
  });
  const judged = judge(rows, known);
  return {
    list,
    mapping,
    rows: rows.map((row, at) => {
      const judgement = judged[at];
      return { ...row, open: judgement !== undefined && isFaulty(judgement) };
    }),
  };
}
