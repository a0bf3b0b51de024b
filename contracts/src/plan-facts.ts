import { MB } from "./limits.ts";
import type { Plan } from "./plans.ts";

/** A plan without its row. This file is free of zod: the public pages carry it. */
export type PlanFacts = Omit<Plan, "id">;

/** Sold to everybody; also what the pages show when the list of plans is empty. */
export const fallbackPlans = [
  {
    slug: "solo",
    name: "Solo Practitioner",
    price: 900,
    documentsPerMonth: 150,
    maxUsers: 1,
    supportLevel: "Standard Email Support",
    isPopular: false,
    maxFileBytes: 10 * MB,
  },
  {
    slug: "small-firm",
    name: "Small Firm",
    price: 2400,
    documentsPerMonth: 500,
    maxUsers: 3,
    supportLevel: "Priority Email Support",
    isPopular: true,
    maxFileBytes: 25 * MB,
  },
  {
    slug: "growth",
    name: "Growth Practice",
    price: 5000,
    documentsPerMonth: 1500,
    maxUsers: 10,
    supportLevel: "Dedicated Account Manager",
    isPopular: false,
    maxFileBytes: 50 * MB,
  },
] as const satisfies readonly PlanFacts[];

/** Granted by an administrator only, never shown among the plans. */
export const hiddenPlan = {
  slug: "free-forever",
  name: "Free Forever",
  price: 0,
  documentsPerMonth: 25,
  maxUsers: 1,
  supportLevel: "Standard Email Support",
  isPopular: false,
  maxFileBytes: 10 * MB,
} as const satisfies PlanFacts;

/** Of documents or members: as many as there are. The largest number that a column of the database takes. */
export const noLimit = 2_147_483_647;
export const isUnlimited = (limit: number): boolean => limit >= noLimit;

/**
 * What an installation's own practice has instead of a paid plan. It is neither shown among the plans nor granted by
 * hand.
 */
export const ownPracticePlan = {
  slug: "own-practice",
  name: "Own practice",
  price: 0,
  documentsPerMonth: noLimit,
  maxUsers: noLimit,
  supportLevel: "Standard Email Support",
  isPopular: false,
  maxFileBytes: 50 * MB,
} as const satisfies PlanFacts;
