import { waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPage, serve } from "../testing/page.tsx";
import { plansQuery, subscriptionQuery } from "./billing.ts";
import { createQueryClient } from "./query-client.ts";

test("[S7.20] data stays fresh, is not read again on focus, not polled and not retried", () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  });
});

test("[S7.7] only the plans are requested again: four times when all fail", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { asked } = serve({
    "GET /api/subscription-plans": { status: 500 },
    "GET /api/subscription": { status: 500 },
  });
  const client = createQueryClient();
  await expect(client.fetchQuery(subscriptionQuery)).rejects.toThrow("500");
  const plans = client.fetchQuery(plansQuery);
  const failed = expect(plans).rejects.toThrow("500");
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(asked.filter(({ call }) => call.endsWith("/subscription"))).toHaveLength(1);
  expect(asked.filter(({ call }) => call.endsWith("/subscription-plans"))).toHaveLength(4);
});

test("the end of a session sends the user to sign in, and back to where they were", async () => {
  const page = openPage("/customers", {
    "GET /api/customers": { status: 401, body: { code: "not-signed-in", message: "Sign in." } },
  });
  await waitFor(() => expect(page.address()).toBe("/auth"));
  page.answers["POST /api/login"] = page.answers["GET /api/user"];
  page.answers["GET /api/customers"] = [];
  await page.user.type(page.getByLabelText("Username or email"), "priya.nair");
  await page.user.type(page.getAllByLabelText("Password")[0] as HTMLElement, "correct horse");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(page.address()).toBe("/customers"));
});
