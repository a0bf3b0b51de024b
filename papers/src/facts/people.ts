import type { Chance } from "../chance.ts";

const firstNames = ["Priya", "Callum", "Hannah", "Owen", "Zainab", "Martin", "Grace", "Tomasz", "Ellen", "Kwame"];
const lastNames = ["Thackery", "Okonjo", "Fairweather", "Bhandal", "Pell", "Lindqvist", "Marwood", "Danso", "Ruddock"];

export const inventPerson = (chance: Chance) => `${chance.pick(firstNames)} ${chance.pick(lastNames)}`;
