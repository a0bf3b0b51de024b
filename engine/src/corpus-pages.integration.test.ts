import { testCorpus } from "./testing/corpus.ts";

testCorpus(["pdf", "bmp", "jpeg", "jpg", "png", "tiff"]);
