/** The user of the demonstration. The passwords of both accounts are in the data folder. */
export const demoUsername = "demo";
/** The administrator of the demonstration. */
export const demoAdmin = { name: "Robin Ashe", email: "admin@sheaf.example" };
