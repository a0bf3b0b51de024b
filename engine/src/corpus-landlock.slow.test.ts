import { testCorpus } from "./testing/corpus.ts";

testCorpus(["doc", "docx", "xls", "xlsx", "csv", "txt", "ppt", "pptx"], "landlock");
testCorpus(["pdf", "bmp", "jpeg", "jpg", "png", "tiff"], "landlock");
