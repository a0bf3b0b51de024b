import { periodDays, uploadLimits } from "@sheaf/contracts/limits.ts";
import { Plus } from "lucide-react";
import { Link } from "react-router";

const questions = [
  {
    question: "What counts as a document?",
    answer:
      "One uploaded file, or one file inside an archive or email. A file that cannot be converted is not counted, and a retry never counts twice.",
  },
  {
    question: "What if one file in an upload is bad?",
    answer: "The others are converted. You can enter a password, replace the file or continue without it.",
  },
  {
    question: "How much can I upload at once?",
    answer: `Up to ${uploadLimits.filesPerJob} files. They become one PDF in your order, or a separate PDF for each file.`,
  },
  {
    question: "Does it renew automatically?",
    answer: `No. Each payment gives ${periodDays} days, and we remind you before they end.`,
  },
  { question: "Can a customer have a copy?", answer: "Yes. Tick the box in the upload." },
];

export function Questions() {
  return (
    <section className="sec wrap two">
      <div>
        <h2>Questions</h2>
        <p>
          <Link to="/help">All answers are in the help</Link>
        </p>
      </div>
      <div className="faq">
        {questions.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              {question}
              <Plus className="i" aria-hidden />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
