/** The two parts of undici that send requests. Its main module loads five times as much, fetch and caches among it. */
declare module 'undici/lib/dispatcher/agent.js' {
  // biome-ignore lint/style/noDefaultExport: it describes what undici exports
  export { Agent as default } from 'undici';
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  function request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;

  // biome-ignore lint/style/noDefaultExport: it describes what undici exports
  export { request as default };
}
