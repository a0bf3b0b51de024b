import { testHostileUploads } from "../testing/hostile-uploads.ts";

testHostileUploads("auto");
