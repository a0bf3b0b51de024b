import { History, Plus, Upload } from "lucide-react";
import { Link } from "react-router";
import { Card } from "../../ui/card.tsx";
import { KeyHint } from "../../ui/key-hint.tsx";

export function QuickActions({ onUpload }: { onUpload: () => void }) {
  return (
    <Card title="Quick Actions">
      <div className="acts">
        <button type="button" onClick={onUpload}>
          <Upload className="i" aria-hidden />
          <span>Upload Documents</span>
          <KeyHint>U</KeyHint>
        </button>
        <Link to="/customers">
          <Plus className="i" aria-hidden />
          <span>Add Customer</span>
        </Link>
        <Link to="/audit-trail">
          <History className="i" aria-hidden />
          <span>View Audit Trail</span>
        </Link>
      </div>
    </Card>
  );
}
