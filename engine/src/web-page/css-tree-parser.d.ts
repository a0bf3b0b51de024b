/** The parser alone: the package's main module also loads the tables of a validator. */
declare module "css-tree/parser" {
  import { parse } from "css-tree";
  export default parse;
}
