import type { Random } from "../random.ts";

const firstNames = ["Priya", "Callum", "Hannah", "Owen", "Zainab", "Martin", "Grace", "Tomasz", "Ellen", "Kwame"];
const lastNames = ["Thackery", "Okonjo", "Fairweather", "Bhandal", "Pell", "Lindqvist", "Marwood", "Danso", "Ruddock"];

export const inventPerson = (random: Random) => `${random.pick(firstNames)} ${random.pick(lastNames)}`;
