import { MB } from "./limits.ts";
import type { Plan } from "./plans.ts";

/** A plan without its database id. This file does not import zod, because it is part of the public pages' bundle. */
export type PlanFacts = Omit<Plan, "id">;

/** The plans on sale; also shown when the list of plans from the server is empty. */
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

/** Can only be granted by an administrator; not listed among the plans. */
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

/** "Unlimited", for documents or members: the largest value of a PostgreSQL integer column. */
export const noLimit = 2_147_483_647;
export const isUnlimited = (limit: number): boolean => limit >= noLimit;

/**
 * The plan of the practice in an installation of kind "practice". It is neither listed among the plans nor granted by
 * administrators.
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
