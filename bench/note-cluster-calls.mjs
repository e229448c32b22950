// Preloaded into `brctl serve`: notes when each call to the cluster began and ended, and how long the cluster says that it took.
// A line in the file of BENCH_CLUSTER_CALLS for each: nanoseconds of the machine's clock, and the milliseconds of `took`.
import { appendFileSync } from 'node:fs';
import http from 'node:http';

const { BENCH_CLUSTER_CALLS: file, BENCH_CLUSTER_PORTS: ports = '' } = process.env;
const WRITE_MS = 200;
const noted = [];
const { request: send } = http;

http.request = (options, ...rest) => {
  const isOfCluster = ports.split(',').includes(String(options?.port));
  // Not what the service asks from time to time, whoever searches.
  if (!isOfCluster || !/-index-.*\/_(m?search|mget)\?/.test(options.path)) return send(options, ...rest);
  // Searches leave it out; a call for records has none.
  const path = options.path.replace(/(_m?search\?.*filter_path=)/, '$1took%2C');
  const from = process.hrtime.bigint();
  const request = send({ ...options, path }, ...rest);
  request.on('response', (response) => {
    let start = '';
    response.on('data', (chunk) => {
      if (start.length < 100) start += chunk;
    });
    response.on('end', () => {
      noted.push(`${from} ${process.hrtime.bigint()} ${/"took":(\d+)/.exec(start)?.[1] ?? 0}\n`);
    });
  });
  return request;
};

setInterval(() => {
  if (noted.length > 0) appendFileSync(file, noted.splice(0).join(''));
}, WRITE_MS).unref();
