import { testHostile } from "./testing/hostile-suite.ts";

testHostile("bubblewrap");
