// Parts of bundled packages that brctl has no use for, left out of the bundle: a plugin of the bundler.

/**
 * What is left out, by where it lies in its package. All that brctl imports of undici is `request` and `EnvHttpProxyAgent`; its entry loads
 * fetch, WebSockets, mocks and caches with them, and its connections load the bodies of fetch for a FormData, which brctl never sends.
 *
 * This names files inside a package, which may be moved: the build fails then, and to take the plugin out is all that it needs. The package exports
 * nothing smaller than its whole entry, which takes 2.7 times the CPU time to load: 84 ms in place of 31, the least of 13 alternating
 * runs at a load of 13 to 23 on two cores. To put an empty module in place of `node:http2` alone gains nothing that could be measured.
 */
const LEFT_OUT =
  /[\\/]undici[\\/]lib[\\/](?:(?:web|mock|cache|interceptor)[\\/]|dispatcher[\\/]client-h2\.js$)/;

/** undici's parser is there twice, with SIMD and for every machine; the second is as fast for the few headers of an answer. */
const PARSER_WITH_SIMD = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/;

const HTTP2 = /client-h2\.js$/;

/** Stands for a part that was left out: every name that is taken from it is a class without members, so that to call one throws. */
const ABSENT = 'module.exports = new Proxy({}, { get: () => class Absent {} });';

const replaced = new Set();

/** Throws at the end of a build in which nothing was left out any more: the package has been rearranged, and the bundle has grown. */
export const leaveOutUnusedParts = {
  name: 'leave-out-unused-parts',
  load: {
    filter: { id: [LEFT_OUT, PARSER_WITH_SIMD] },
    handler(id) {
      replaced.add([PARSER_WITH_SIMD, HTTP2, LEFT_OUT].find((part) => part.test(id)));
      return PARSER_WITH_SIMD.test(id) ? "module.exports = require('./llhttp-wasm.js');" : ABSENT;
    },
  },
  buildEnd() {
    if (replaced.size < 3) throw new Error('undici has other files than scripts/unused-parts.mjs knows');
  },
};
