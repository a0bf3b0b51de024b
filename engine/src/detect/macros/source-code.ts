/** Lines that do nothing by themselves: declarations that programs write into every module, comments, an empty Main. */
const idle = /^(?:|attribute\b.*|option\b.*|rem\b.*|'.*|(?:private |public )?sub main(?:\(\))?|end sub)$/i;

/** Returns whether a module of Visual Basic or StarBasic holds more than programs write into a new one. */
export const hasCode = (source: string): boolean => source.split(/\r\n?|\n/).some((line) => !idle.test(line.trim()));
