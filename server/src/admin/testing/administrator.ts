import { newId } from "../../ids.ts";
import { type Client, newClient } from "../../testing/client.ts";
import type { TestServer } from "../../testing/server.ts";
import { createAdmin } from "../service.ts";

export const adminPassword = "plum otter canal";

export interface SignedInAdmin extends Client {
  adminId: string;
  email: string;
  token: string;
}

/** A new administrator, signed in: every request carries the token. */
export async function administrator(server: Pick<TestServer, "app" | "services">): Promise<SignedInAdmin> {
  const { db, config } = server.services;
  const email = `pat-${newId().slice(-12)}@operator.example`;
  const { id } = await createAdmin(db, config, { name: "Pat Lindqvist", email, password: adminPassword });
  const answer = await newClient(server.app).post("/api/admin/login", { email, password: adminPassword });
  if (answer.statusCode !== 200) throw new Error(`Signing in failed: ${answer.body}`);
  const { token } = answer.json();
  return { ...newClient(server.app, { authorization: `Bearer ${token}` }), adminId: id, email, token };
}
