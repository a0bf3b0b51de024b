import { testHostileUploads } from "../../../../testing/jobs/hostile-uploads.ts";

testHostileUploads("auto");
