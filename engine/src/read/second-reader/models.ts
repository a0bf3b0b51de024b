import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Packages of the second reader, which are installed apart from all others (scripts/set-up/second-reader.sh). */
const packagesDir = join(import.meta.dirname, "..", "..", "..", "second-reader", "node_modules");
const runtimeDir = join(packagesDir, "onnxruntime-web", "dist");
const modelDir = join(packagesDir, "@gutenye", "ocr-models", "assets");

/** The files that the second reader loads. */
export const modelFiles = {
  runtime: join(runtimeDir, "ort.wasm.bundle.min.mjs"),
  webAssembly: join(runtimeDir, "ort-wasm-simd-threaded.wasm"),
  detector: join(modelDir, "ch_PP-OCRv4_det_infer.onnx"),
  recogniser: join(modelDir, "ch_PP-OCRv4_rec_infer.onnx"),
  alphabet: join(modelDir, "ppocr_keys_v1.txt"),
} as const;

/** Returns whether all files of the second reader are there. */
export const isSecondReaderInstalled = (): boolean => Object.values(modelFiles).every((path) => existsSync(path));

/** Numbers of several dimensions; neighbours of the last one lie beside each other. */
export interface Tensor {
  data: Float32Array;
  dims: readonly number[];
}

/** The two neural networks of PP-OCRv4. */
export interface Models {
  /**
   * @param input three colours of a picture, [1, 3, height, width]
   * @returns how likely each pixel is text, from 0 to 1: [1, 1, height, width]
   */
  detect(input: Tensor): Promise<Tensor>;
  /**
   * @param input three colours of a line that is 48 pixels high, [1, 3, 48, width]
   * @returns the probability of each character of the alphabet, from the left to the right: [1, steps, characters]
   */
  recognise(input: Tensor): Promise<Tensor>;
  /** The characters that the second network tells apart; the first stands for none. */
  alphabet: string[];
}

/** The part of onnxruntime-web that is used here. The package has types, and is not there while Sheaf is built. */
interface Runtime {
  env: { wasm: { numThreads: number; wasmBinary: Uint8Array | undefined }; logLevel: string };
  Tensor: new (type: "float32", data: Float32Array, dims: readonly number[]) => RuntimeTensor;
  InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> };
}
interface RuntimeTensor extends Tensor {
  dispose(): void;
}
interface Session {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(inputs: Record<string, RuntimeTensor>): Promise<Record<string, RuntimeTensor>>;
}

let loading: Promise<Models> | undefined;

/**
 * Loads the networks on first use; they stay loaded as long as the process runs. They take about a second of processor
 * time and 200 MB.
 * @throws Error when the second reader is not installed
 */
export function loadModels(): Promise<Models> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Models> {
  const runtime: Runtime = await import(pathToFileURL(modelFiles.runtime).href);
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmBinary = readFileSync(modelFiles.webAssembly);
  runtime.env.logLevel = "error";
  const detector = await open(runtime, modelFiles.detector);
  const recogniser = await open(runtime, modelFiles.recogniser);
  runtime.env.wasm.wasmBinary = undefined; // compiled
  return {
    detect: (input) => run(runtime, detector, input),
    recognise: (input) => run(runtime, recogniser, input),
    alphabet: alphabetIn(readFileSync(modelFiles.alphabet, "utf8")),
  };
}

/** Without the arena, memory of one picture is used again for the next of another size. */
const sessionOptions = { executionProviders: ["wasm"], enableCpuMemArena: false, enableMemPattern: false };

const open = (runtime: Runtime, path: string): Promise<Session> =>
  runtime.InferenceSession.create(readFileSync(path), sessionOptions);

async function run(runtime: Runtime, session: Session, { data, dims }: Tensor): Promise<Tensor> {
  const [inputName = ""] = session.inputNames;
  const [outputName = ""] = session.outputNames;
  const output = (await session.run({ [inputName]: new runtime.Tensor("float32", data, dims) }))[outputName];
  if (!output) throw new Error("A network gave no result");
  return { data: output.data, dims: output.dims };
}

/** The file has a character a line. The networks know two more: none, first, and the space, last. */
const alphabetIn = (text: string): string[] => ["", ...text.trimEnd().split(/\r?\n/), " "];
