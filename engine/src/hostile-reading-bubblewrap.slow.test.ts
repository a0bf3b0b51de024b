import { testHostileReading } from "./testing/hostile-reading.ts";

testHostileReading("bubblewrap");
