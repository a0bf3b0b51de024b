import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/{platform,domain,app}/*/table.ts", "./src/domain/*/*/table.ts"],
  out: "./drizzle",
  casing: "snake_case",
});
