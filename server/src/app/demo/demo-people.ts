/** Who signs in to the demonstration; their passwords lie in its data folder. */
export const demoUsername = "demo";
/** Runs the demonstration's portal. */
export const demoAdmin = { name: "Robin Ashe", email: "admin@sheaf.example" };
