import { testHostile } from "./testing/hostile-suite.ts";

testHostile("landlock");
