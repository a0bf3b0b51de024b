import { periodDays, uploadLimits } from "@sheaf/contracts/limits.ts";
import { Plus } from "lucide-react";
import { Link } from "react-router";

const questions = [
  {
    question: "What counts as a document?",
    answer: "One uploaded file. A file that never converts is given back, and a retry never counts twice.",
  },
  {
    question: "What if one file in an upload is bad?",
    answer: "The others go on. You may enter a password, replace the file or continue without it.",
  },
  {
    question: "How much may I upload at once?",
    answer: `Up to ${uploadLimits.filesPerJob} files. They become one PDF in your order, or one PDF each.`,
  },
  {
    question: "Does it renew by itself?",
    answer: `No. A payment buys ${periodDays} days and we write before they end.`,
  },
  { question: "May a client have a copy?", answer: "Yes, for each upload, with one tick." },
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
