import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import koffi from "koffi";
import { iconSizes } from "./icon-sizes.ts";
import type { Printed } from "./office.ts";
import { acceptTrackedChanges, hiddenSlides, isWorkbook, readAndFree } from "./office-kit-document.ts";
import { officeKitLibraries } from "./office-kit-libraries.ts";
import { asyncMethod, method, plain } from "./office-kit-table.ts";
import { type Pictures, pdfFilterOptions } from "./pdf-export.ts";

/**
 * Slots of LibreOfficeKitClass and LibreOfficeKitDocumentClass (LibreOfficeKit.h). Slot 0 is the size; later versions
 * only append slots.
 */
const officeKitSlot = {
  getError: 3,
  documentLoadWithOptions: 4,
  freeError: 5,
  registerCallback: 6,
  setOptionalFeatures: 8,
  setDocumentPassword: 9,
  getVersionInfo: 10,
} as const;
const documentSlot = { destroy: 1, saveAs: 2 } as const;

/**
 * LOK_CALLBACK_DOCUMENT_PASSWORD and ..._PASSWORD_TO_MODIFY of LibreOfficeKitEnums.h, and the feature flags that enable
 * them.
 */
const passwordCallbacks = [20, 21];
const passwordFeatures = 1 | 2;

/**
 * Load options. MacroSecurityLevel 3 runs no macros of any origin. Without Batch some imports wait for a dialog; with
 * it, whatever its value, LibreOffice never asks for a password. LibreOfficeKit does not read the profile's locale:
 * without Language, dates print as in the United States.
 */
const askingForPassword = (locale: string) => `MacroSecurityLevel=3,Language=${locale}`;
const silently = (locale: string) => `Batch=true,${askingForPassword(locale)}`;

/**
 * Stack size for LibreOffice, which runs on koffi's stack: the default is too small for deeply nested documents, and
 * this is koffi's maximum.
 */
const stackBytes = 16 * 1024 * 1024;

export interface OfficeKitRequest {
  inPath: string;
  outPath: string;
  /** A LibreOffice format by its short name. */
  format: "pdf" | "xlsx";
  password?: string;
  /** How a PDF's pictures are compressed; "exact" when omitted. */
  pictures?: Pictures;
}

type Wanted = Omit<OfficeKitRequest, "inPath">;

export type OfficeKitAnswer =
  | ({ done: true } & Printed)
  /** `detail` is LibreOffice's message, for the log. */
  | { done: false; stage: "load" | "save" | "hidden"; askedForPassword: boolean; detail: string };

export interface OfficeKit {
  /** "25.2.3.2" */
  version: string;
  /** Converts one document at a time. The answer `done` does not prove that a file was written: check the file. */
  convert(request: OfficeKitRequest): Promise<OfficeKitAnswer>;
  /** Loads the code that the first document of each type needs. */
  warm(outPath: string): Promise<void>;
}

/**
 * Loads LibreOffice into this process. It cannot be unloaded.
 * @param programDir LibreOffice's `program` folder
 * @param profileDir an absolute folder whose `user/registrymodifications.xcu` is the hardened profile
 * @param locale BCP 47; built-in formats of dates and currencies print as in that country
 * @throws Error when there is no LibreOfficeKit in that folder or it does not start
 */
export function openOfficeKit(programDir: string, profileDir: string, locale: string): OfficeKit {
  koffi.config({ sync_stack_size: stackBytes, async_stack_size: stackBytes });
  const library = officeKitLibraries.map((name) => join(programDir, name)).find((path) => existsSync(path));
  if (!library) throw new Error(`There is no LibreOfficeKit in ${programDir}.`);
  const hook = koffi
    .load(library, { global: true, lazy: true })
    .func("void* libreofficekit_hook_2(const char* programDir, const char* profileUrl)");
  const officeKit: unknown = hook(programDir, urlOf(profileDir));
  if (!officeKit) throw new Error("LibreOfficeKit did not start.");

  const loadDocument = koffi.proto("void* Load(void*, const char*, const char*)");
  const load = method(officeKit, officeKitSlot.documentLoadWithOptions, loadDocument);
  const loadAsync = asyncMethod(officeKit, officeKitSlot.documentLoadWithOptions, loadDocument);
  const pass = koffi.proto("void Pass(void*, const char*, const char*)");
  const setPassword = method(officeKit, officeKitSlot.setDocumentPassword, pass);
  const destroy = koffi.proto("void Destroy(void*)");
  const save = koffi.proto("int Save(void*, const char*, const char*, const char*)");
  const giveText = koffi.proto("void* Text(void*)");
  const freeText = plain(officeKit, officeKitSlot.freeError, koffi.proto("void Free(void*)"));

  const take = (slot: number) => readAndFree(method(officeKit, slot, giveText)(), freeText);

  let loading: { url: string; password: string | undefined; asked: number } = {
    url: "",
    password: undefined,
    asked: 0,
  };
  const answerPassword = koffi.register(
    (type: number) => {
      if (!passwordCallbacks.includes(type)) return;
      loading.asked += 1;
      // Uses the URL that was loaded, since the callback may get only the file name. A second question means that the
      // password was wrong; null gives up. Without an answer LibreOffice would wait forever.
      setPassword(loading.url, loading.asked === 1 ? (loading.password ?? null) : null);
    },
    koffi.pointer(koffi.proto("void Callback(int type, const char* payload, void* data)")),
  );
  const register = method(officeKit, officeKitSlot.registerCallback, koffi.proto("void Register(void*, void*, void*)"));
  method(officeKit, officeKitSlot.setOptionalFeatures, koffi.proto("void Features(void*, uint64_t)"))(passwordFeatures);

  /**
   * Loads the document. LibreOffice also reports progress through the callback, for some files from its own threads,
   * and such a call waits for this thread. So the callback is registered only when a password was given, and then
   * loading runs on another thread.
   */
  async function loadUrl(): Promise<unknown> {
    if (loading.password === undefined) return load(loading.url, silently(locale));
    register(answerPassword, null);
    try {
      return await loadAsync(loading.url, askingForPassword(locale));
    } finally {
      register(null, null);
    }
  }

  const withFullIcons = iconSizes(programDir);

  /** @returns whether LibreOffice reports that it wrote the file */
  function savePdf(document: unknown, outPath: string, pictures: Pictures): boolean {
    const saveAs = method(document, documentSlot.saveAs, save);
    const saved = () => Boolean(saveAs(urlOf(outPath), "pdf", pdfFilterOptions[pictures]));
    return isWorkbook(document) ? withFullIcons(saved) : saved();
  }

  function saveDocument(document: unknown, { outPath, format, pictures }: Wanted): boolean {
    if (format === "xlsx") return Boolean(method(document, documentSlot.saveAs, save)(urlOf(outPath), format, ""));
    return savePdf(document, outPath, pictures ?? "exact");
  }

  async function convertUrl(url: string, wanted: Wanted): Promise<OfficeKitAnswer> {
    const { format, password } = wanted;
    loading = { url, password, asked: 0 };
    const failed = (stage: "load" | "save"): OfficeKitAnswer => ({
      done: false,
      stage,
      askedForPassword: loading.asked > 0,
      detail: take(officeKitSlot.getError),
    });
    const document = await loadUrl();
    if (!document) return failed("load");
    try {
      const { hidden, all } = hiddenSlides(document, freeText);
      if (all) return { done: false, stage: "hidden", askedForPassword: false, detail: "every slide is hidden" };
      const changesLeft = format === "pdf" && !acceptTrackedChanges(document, freeText);
      const saved = saveDocument(document, wanted);
      return saved ? { done: true, hiddenSlides: hidden, changesLeft } : failed("save");
    } finally {
      method(document, documentSlot.destroy, destroy)();
    }
  }

  const info: unknown = JSON.parse(take(officeKitSlot.getVersionInfo) || "{}");
  return {
    version: versionOf(info),
    convert: ({ inPath, ...wanted }) => convertUrl(urlOf(inPath), wanted),
    async warm(outPath) {
      for (const factory of ["swriter", "scalc", "simpress"]) {
        await convertUrl(`private:factory/${factory}`, { outPath, format: "pdf" });
      }
    },
  };
}

const urlOf = (path: string): string => pathToFileURL(path).href;

/** `{"ProductVersion": "25.2", "ProductExtension": ".3.2", …}` → "25.2.3.2" */
function versionOf(info: unknown): string {
  const { ProductVersion, ProductExtension } = info as Record<string, unknown>;
  return `${ProductVersion ?? ""}${ProductExtension ?? ""}`;
}
