import { testHostileUploads } from "../testing/hostile-uploads.ts";

testHostileUploads("landlock");
