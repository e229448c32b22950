// Parts of bundled packages that brctl has no use for, left out of the bundle: a plugin of esbuild.

/**
 * What is left out, by where it lies in its package. All that brctl imports of undici is `request` and `EnvHttpProxyAgent`; its entry loads
 * fetch, WebSockets, mocks and caches with them, and its connections load the bodies of fetch for a FormData, which brctl never sends.
 */
const LEFT_OUT = /[\\/]undici[\\/]lib[\\/](web|mock|cache|interceptor)[\\/]/;

/** undici's parser is there twice, with SIMD and for every machine; the second is as fast for the few headers of an answer. */
const PARSER_WITH_SIMD = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/;

/** Stands for a part that was left out: every name that is taken from it is a class without members, so that to call one throws. */
const ABSENT = 'module.exports = new Proxy({}, { get: () => class Absent {} });';

/** Throws at the end of a build in which nothing was left out any more: the package has been rearranged, and the bundle has grown. */
export const leaveOutUnusedParts = {
  name: 'leave-out-unused-parts',
  setup(build) {
    const replaced = new Set();
    build.onLoad({ filter: LEFT_OUT }, () => {
      replaced.add(LEFT_OUT);
      return { contents: ABSENT, loader: 'js' };
    });
    build.onLoad({ filter: PARSER_WITH_SIMD }, () => {
      replaced.add(PARSER_WITH_SIMD);
      return { contents: "module.exports = require('./llhttp-wasm.js');", loader: 'js' };
    });
    build.onEnd(() => {
      if (replaced.size < 2) throw new Error('undici has other files than scripts/unused-parts.mjs knows');
    });
  },
};
