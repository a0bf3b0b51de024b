import type { ProblemCode } from "@sheaf/contracts/problems.ts";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError } from "../../api/client.ts";
import { sentenceOf } from "../../ui/failure.ts";

/** Shows a refusal beside the field that it is about, any other error below all fields. */
export const showRefusal =
  <Values extends FieldValues>(
    setError: UseFormSetError<Values>,
    fields: Partial<Record<ProblemCode, FieldPath<Values>>>,
  ) =>
  (error: Error) => {
    const field = error instanceof ApiError ? fields[error.code as ProblemCode] : undefined;
    setError(field ?? "root", { message: sentenceOf(error) }, { shouldFocus: true });
  };
