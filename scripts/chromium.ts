/**
 * The Chromium of tests, benches and pictures. Debian's `chromium-headless-shell` draws and runs pages as `chromium`
 * does, without windows, and needs a third less processor time for the same journeys.
 */
export const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
