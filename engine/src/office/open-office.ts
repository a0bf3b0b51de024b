import type { FoundOffice } from "./find-office.ts";
import { type Office, OfficeDied } from "./office.ts";
import type { OfficeKitClient } from "./office-kit-client.ts";

export interface OfficeState {
  office: "kit" | "soffice" | "none";
  officeVersion: string | null;
  /** One sentence that says why this LibreOffice is not the best choice; null when it is. */
  note: string | null;
}

/** LibreOffice that starts when it is first needed, or on request. */
export interface LazyOffice extends Office {
  /** Starts without waiting. */
  begin(): void;
  /** Starts LibreOffice, waits for it, and loads what the first documents need. */
  warm(): Promise<OfficeState>;
  /** Ends a LibreOffice that has loaded fonts out of a document, so that no other document is printed with them. */
  forgetFonts(): void;
}

/** @param found the installed LibreOffice; with null every office file fails with a message that says so */
export function openOffice(found: FoundOffice | null, homeDir: string, locale: string): LazyOffice {
  let opened: Promise<{ office: Office; officeKit: OfficeKitClient | null; state: OfficeState }> | undefined;
  /** The LibreOffice that is open and has converted a document. */
  let used: OfficeKitClient | null = null;
  const open = () => {
    opened ??= openFound(found, homeDir, locale);
    return opened;
  };
  /** After a crash LibreOffice is started again for the next document. */
  const inOffice = async <Result>(work: (office: Office) => Promise<Result>): Promise<Result> => {
    const started = open();
    try {
      const { office, officeKit } = await started;
      used = officeKit;
      return await work(office);
    } catch (error) {
      if (error instanceof OfficeDied && opened === started) opened = undefined;
      throw error;
    }
  };
  return {
    begin: () => void open().catch(() => {}), // the error is reported to the first file that needs LibreOffice
    async warm() {
      if (!found) return { office: "none", officeVersion: null, note: "LibreOffice is not installed." };
      const { officeKit, state } = await open();
      await officeKit?.warm();
      return state;
    },
    forgetFonts() {
      if (!used?.hasDocumentFonts()) return;
      used.close();
      [opened, used] = [undefined, null];
    },
    toPdf: (...given) => inOffice((office) => office.toPdf(...given)),
    toXlsx: (...given) => inOffice((office) => office.toXlsx(...given)),
  };
}

async function openFound(found: FoundOffice | null, homeDir: string, locale: string) {
  if (!found) throw new Error("LibreOffice is not installed, so office files cannot be converted.");
  let note =
    "LibreOfficeKit is not part of this LibreOffice, so LibreOffice is started for every office file, which is slower.";
  if (found.way === "kit") {
    const { startOfficeKit, OfficeKitUnavailable } = await import("./office-kit-client.ts");
    const officeKit = startOfficeKit(found.programDir, homeDir, locale);
    try {
      const officeVersion = await officeKit.version();
      const state: OfficeState = { office: "kit", officeVersion, note: tooOld(officeVersion) };
      return { office: officeKit, officeKit, state };
    } catch (error) {
      if (!(error instanceof OfficeKitUnavailable)) throw error;
      note = `LibreOfficeKit cannot be used, so LibreOffice is started for every office file, which is slower. (${error.message})`;
    }
  }
  const { sofficeOffice } = await import("./soffice.ts");
  const state: OfficeState = { office: "soffice", officeVersion: null, note };
  return { office: sofficeOffice(found.programDir, homeDir, locale), officeKit: null, state };
}

/**
 * The version with which the corpus was converted; a distribution's version may be older (scripts/set-up/programs.sh).
 */
const testedVersion = "25.2";

/** @param version "7.4.7.2" */
export function tooOld(version: string): string | null {
  if (version.localeCompare(testedVersion, "en", { numeric: true }) >= 0) return null;
  return `LibreOffice ${version} is older than ${testedVersion}, which Sheaf is tried with: some office files may print otherwise.`;
}
