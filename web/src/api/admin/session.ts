import type { Admin, AdminLogin } from "@sheaf/contracts/admin/session.ts";
import { useSyncExternalStore } from "react";
import { createListeners } from "../../ui/listeners.ts";

/** Keys under which an administrator's sign-in is stored in this browser. */
const tokenKey = "admin_token";
const adminKey = "admin_user";

export interface AdminSession {
  token: string;
  admin: Admin;
}

let read: { token: string | null; admin: string | null; session: AdminSession | null } = {
  token: null,
  admin: null,
  session: null,
};

/** Returns the stored sign-in to the portal; null when there is none or it cannot be parsed. */
export function adminSession(): AdminSession | null {
  const token = localStorage.getItem(tokenKey);
  const admin = localStorage.getItem(adminKey);
  if (token !== read.token || admin !== read.admin) read = { token, admin, session: sessionOf(token, admin) };
  return read.session;
}

function sessionOf(token: string | null, stored: string | null): AdminSession | null {
  if (!token || !stored) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return isAdmin(value) ? { token, admin: value } : null;
  } catch {
    return null;
  }
}

function isAdmin(value: unknown): value is Admin {
  if (typeof value !== "object" || value === null) return false;
  const { name, role } = value as Partial<Admin>;
  return typeof name === "string" && typeof role === "string";
}

const { notify, subscribe } = createListeners();

export function keepAdmin({ token, admin }: AdminLogin): void {
  localStorage.setItem(tokenKey, token);
  localStorage.setItem(adminKey, JSON.stringify(admin));
  notify();
}

export function forgetAdmin(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(adminKey);
  notify();
}

/** Other tabs sign in and out, too. */
function subscribeAcrossTabs(listener: () => void): () => void {
  const unsubscribe = subscribe(listener);
  window.addEventListener("storage", listener);
  return () => {
    unsubscribe();
    window.removeEventListener("storage", listener);
  };
}

export const useAdminSession = () => useSyncExternalStore(subscribeAcrossTabs, adminSession);
