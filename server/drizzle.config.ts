import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/*/table.ts", "./src/*/*/table.ts"],
  out: "./drizzle",
  casing: "snake_case",
});
