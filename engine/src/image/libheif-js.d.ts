/** The package comes without types for this build; `heic.ts` declares what it uses. */
declare module "libheif-js/wasm-bundle.js";
